export type { ContentFilter } from './content-filter.ts'
export type { DiscoverScreen } from './discover-screen.ts'
