/** TMDB's stable genre ids; their names are in the catalogue. */
const MOVIE_GENRES = [
  28, 12, 16, 35, 80, 99, 18, 10751, 14, 36, 27, 10402, 9648, 10749, 878, 10770, 53, 10752, 37,
] as const
const TV_GENRES = [
  10759, 16, 35, 80, 99, 18, 10751, 10762, 9648, 10763, 10764, 10765, 10766, 10767, 10768, 37,
] as const

export type KnownGenre = (typeof MOVIE_GENRES)[number] | (typeof TV_GENRES)[number]

export const KNOWN_GENRES = { movie: MOVIE_GENRES, tv: TV_GENRES }

interface Genre {
  id: number
  name: string
}

/**
 * The genres to choose from: the provider's, or the built-in ones. An already hidden genre stays in the list, so that
 * it can be shown again.
 */
export function genreChoices(about: {
  listed: readonly Genre[] | undefined
  known: readonly KnownGenre[]
  chosen: readonly number[]
  nameOf: (id: KnownGenre) => string
}): { value: number; label: string }[] {
  const { listed, known, chosen, nameOf } = about
  const genres = listed?.length ? listed : known.map(id => ({ id, name: nameOf(id) }))
  const gone = chosen.filter(id => !genres.some(genre => genre.id === id))
  const rest = gone.map(id => {
    const found = known.find(one => one === id)
    return { id, name: found ? nameOf(found) : String(id) }
  })
  return [...genres, ...rest].map(({ id, name }) => ({ value: id, label: name }))
}
