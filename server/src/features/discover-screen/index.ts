export { type ContentFilter, unrestricted } from './content-filter.ts'
export type { DiscoverScreen } from './discover-screen.ts'
export { TITLE_SURFACES } from './titles/title-surfaces.ts'
