/** The normal form for comparing titles: letters and digits, case-insensitive (1/4.7). */
export function foldTitle(title: string): string {
  // Both lower and upper case, because some letters have several forms: "ẞ", "ß" and "SS" must be equal.
  const folded = bare(title).toLowerCase().toUpperCase().toLowerCase()
  return bare(folded)
}

function bare(text: string): string {
  return text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')
}

export interface Titled {
  tvdb_id: number
  title: string
  year?: number
}

export type TitleChoice<T> = { chosen: T } | { chosen: null; because: 'none' | 'several' }

/** The only series with that title whose first year differs by at most one; otherwise why there is no choice. */
export function chooseByTitle<T extends Titled>(
  show: { title: string; premiere_year: number | null },
  candidates: readonly T[],
): TitleChoice<T> {
  const { premiere_year } = show
  const title = foldTitle(show.title)
  if (title === '' || premiere_year === null) return { chosen: null, because: 'none' }
  const fitting = new Map(
    candidates
      .filter(({ year }) => year !== undefined && Math.abs(year - premiere_year) <= 1)
      .filter(candidate => foldTitle(candidate.title) === title)
      .map(candidate => [candidate.tvdb_id, candidate]),
  )
  const [chosen] = fitting.values()
  if (chosen && fitting.size === 1) return { chosen }
  return { chosen: null, because: fitting.size > 1 ? 'several' : 'none' }
}
