interface Title {
  kind: 'movie' | 'tv'
  tmdb_id: number
}

/** `movie:603`: a movie or show among others of both kinds. */
export function titleKey({ kind, tmdb_id }: Title): string {
  return `${kind}:${tmdb_id}`
}

/** Each title once. */
export function distinctTitles<T extends Title>(titles: readonly T[]): T[] {
  return [...new Map(titles.map(title => [titleKey(title), title])).values()]
}

/** Only these have ratings (1:4.3). */
export function isScreen(media_type: unknown): media_type is 'movie' | 'tv' {
  return media_type === 'movie' || media_type === 'tv'
}

/** The title that limits of a kids account are about; null: a book, an album, or the id is not known. */
export function screenTitleOf(what: {
  media_type?: string | null | undefined
  tmdb_id?: number | null | undefined
}): Title | null {
  const { media_type: kind, tmdb_id } = what
  return isScreen(kind) && typeof tmdb_id === 'number' ? { kind, tmdb_id } : null
}
