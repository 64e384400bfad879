export type { CurrentHidden } from './hidden-set.ts'
export { isTitleHidden } from './hidden-title-store.ts'
