import type { ScreenItem } from '@foyer/contract/discover-screen/screen-items'
import { keyOf, type Title, titleOf } from '../title.ts'

export interface Credit extends ScreenItem {
  character?: string | undefined
  job?: string | undefined
}

export interface Work {
  title: Title
  /** Characters and jobs, in their original order. */
  roles: readonly string[]
  votes: number
}

export interface FilmYear {
  /** Undefined if the date is not known yet. */
  year: string | undefined
  works: readonly Work[]
}

/** Each title once, with all of the person's roles. */
export function worksOf(cast: readonly Credit[], crew: readonly Credit[]): Work[] {
  const works = new Map<string, Work & { roles: string[] }>()
  for (const credit of [...cast, ...crew]) {
    const title = titleOf(credit)
    if (!title) continue
    const work = works.get(keyOf(title)) ?? { title, roles: [], votes: credit.vote_count ?? 0 }
    const role = credit.character || credit.job
    if (role && !work.roles.includes(role)) work.roles.push(role)
    works.set(keyOf(title), work)
  }
  return [...works.values()]
}

/** Newest year first; titles without a date come before all. */
export function byYear(works: readonly Work[]): FilmYear[] {
  const years = Map.groupBy(works, work => work.title.year)
  return [...years]
    .map(([year, list]) => ({ year, works: list }))
    .sort((a, b) => Number(b.year ?? Infinity) - Number(a.year ?? Infinity))
}

/** The most popular titles. */
export function knownFor(works: readonly Work[], count: number): Work[] {
  return works.toSorted((a, b) => b.votes - a.votes).slice(0, count)
}
