export interface ScreenRef {
  media_type: 'movie' | 'tv'
  tmdb_id: number
}

export interface Titled {
  media_type?: string | undefined
  tmdb_id?: number | undefined
  title?: string | undefined
  /** C69: the requester named it; that is quoted as it is. */
  title_unverified?: true | undefined
}

function refOf({ media_type, tmdb_id, title_unverified }: Titled): ScreenRef[] {
  const is_screen = media_type === 'movie' || media_type === 'tv'
  return is_screen && tmdb_id !== undefined && !title_unverified ? [{ media_type, tmdb_id }] : []
}

const keyOf = ({ media_type, tmdb_id }: Titled) => `${media_type} ${tmdb_id}`

/** The movies and shows among these rows, each once. */
export function uniqueRefs(rows: readonly Titled[]): ScreenRef[] {
  return [...new Map(rows.flatMap(refOf).map(ref => [keyOf(ref), ref])).values()]
}

/** The rows with the titles that are known, in the order of `refs`; the others are the same objects as before. */
export function withTitles<T extends Titled>(
  rows: readonly T[],
  refs: readonly ScreenRef[],
  titles: readonly (string | undefined)[],
): readonly T[] {
  const known = new Map(refs.map((ref, at) => [keyOf(ref), titles[at]]))
  return rows.map(row => {
    const title = row.title_unverified ? undefined : known.get(keyOf(row))
    return title === undefined || title === row.title ? row : { ...row, title }
  })
}
