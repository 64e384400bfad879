interface Genre {
  id: string
  name: string
  /** What the provider calls it. */
  tag: string
}

/** The genre with a page of its own that a provider's word means; it writes both "r&b" and "rhythm and blues". */
export function genreNamed<T extends Genre>(genres: readonly T[], word: string): T | undefined {
  const wanted = word.toLowerCase()
  return genres.find(({ name, tag }) => tag === wanted || name.toLowerCase() === wanted)
}
