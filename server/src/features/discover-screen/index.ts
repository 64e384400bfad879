export type { ContentFilter, ListKind } from './content-filter.ts'
export type { DiscoverScreen } from './discover-screen.ts'
