export const ARTIST_SORTS = ['albums', 'name', 'added'] as const
export type ArtistSort = (typeof ARTIST_SORTS)[number]
