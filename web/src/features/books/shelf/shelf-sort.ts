export const AUTHOR_SORTS = ['books', 'name', 'added'] as const
export type AuthorSort = (typeof AUTHOR_SORTS)[number]

export const SERIES_SORTS = ['books', 'name'] as const
export type SeriesSort = (typeof SERIES_SORTS)[number]
