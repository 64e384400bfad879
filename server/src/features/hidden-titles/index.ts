export type { CurrentHidden } from './hidden-set.ts'
export { isTitleHidden } from './hidden-title-store.ts'
export type { WorkFilter } from './hidden-work-filter.ts'
export { isWorkHidden } from './hidden-work-store.ts'
