import { z } from 'zod'
import type { ListKind } from '#features/discover-screen/index.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import type { Subject } from './title-judge.ts'

/** The titles in a body that need a verdict, and how to build the filtered body from the verdicts. */
export interface Plan {
  subjects: readonly Subject[]
  /** Null: nothing is removed, so the same bytes can be sent. `allowed` is in the order of the subjects. */
  build(allowed: readonly boolean[]): unknown
}

/** A row's part of a plan: its own subjects, and the row that remains after their verdicts. */
interface RowPlan {
  subjects: readonly Subject[]
  /** Undefined: the row is dropped. */
  build(allowed: readonly boolean[]): unknown
}

const Row = z.looseObject({ media_type: z.string().nullish() })
const Title = z.looseObject({
  id: z.int().positive(),
  adult: z.boolean().nullish(),
  genre_ids: z.array(z.int()).nullish(),
})
const Person = z.looseObject({ adult: z.boolean().nullish(), known_for: z.array(z.unknown()).nullish() })
const Page = z.looseObject({ results: z.array(z.unknown()) })
const Credits = z.looseObject({ cast: z.array(z.unknown()), crew: z.array(z.unknown()) })
const Genres = z.looseObject({ genres: z.array(z.looseObject({ id: z.int() })) })
const ListTitle = z.looseObject({ ids: z.looseObject({ tmdb: z.int().nullish() }) })
const ListRow = z.looseObject({
  type: z.string().nullish(),
  movie: ListTitle.nullish(),
  show: ListTitle.nullish(),
  list: z.looseObject({}).nullish(),
})

const Facts = z.looseObject({})
const Entry = z.looseObject({ movie: Facts.nullish(), show: Facts.nullish() })

const DROPPED: RowPlan = { subjects: [], build: () => undefined }

/** A page of movies, shows and people. Totals still describe the provider's feed (1:4.5 kids rule 1). */
export function planPage(body: unknown, kind: ListKind): Plan {
  const page = Page.parse(body)
  const rows = planRows(page.results, row => planRow(row, kind))
  return {
    subjects: rows.subjects,
    build(allowed) {
      const results = rows.build(allowed)
      return results && { ...page, results }
    },
  }
}

/** `{id, cast, crew}` of a person. */
export function planCredits(body: unknown): Plan {
  const credits = Credits.parse(body)
  const cast = planRows(credits.cast, row => planRow(row, 'mixed'))
  const crew = planRows(credits.crew, row => planRow(row, 'mixed'))
  const split = cast.subjects.length
  return {
    subjects: [...cast.subjects, ...crew.subjects],
    build(allowed) {
      const remaining = { cast: cast.build(allowed.slice(0, split)), crew: crew.build(allowed.slice(split)) }
      if (!remaining.cast && !remaining.crew) return null
      return { ...credits, cast: remaining.cast ?? credits.cast, crew: remaining.crew ?? credits.crew }
    },
  }
}

interface EntryWish {
  kind: ScreenKind | 'mixed'
  /** No rating covers a trailer. */
  trailers_allowed: boolean
}

/** The list provider's array: titles, or rows that contain one. Judged by the metadata provider's record (C21). */
export function planEntries(body: unknown, { kind, trailers_allowed }: EntryWish): Plan {
  return planRows(z.array(z.unknown()).parse(body), row => {
    const plan = planEntry(row, kind)
    if (trailers_allowed) return plan
    return { ...plan, build: allowed => withoutTrailer(plan.build(allowed)) }
  })
}

/** The body without hidden genres; null when it contains none. */
export function withoutGenres(body: unknown, blocked: ReadonlySet<number>): unknown {
  const list = Genres.parse(body)
  const genres = list.genres.filter(genre => !blocked.has(genre.id))
  return genres.length === list.genres.length ? null : { ...list, genres }
}

function planRows(rows: readonly unknown[], planOne: (row: unknown) => RowPlan) {
  const plans = rows.map(planOne)
  return {
    subjects: plans.flatMap(plan => plan.subjects),
    build(allowed: readonly boolean[]): unknown[] | null {
      let from = 0
      const remaining = plans.map(plan => {
        const answers = allowed.slice(from, from + plan.subjects.length)
        from += plan.subjects.length
        return plan.build(answers)
      })
      const isSame = remaining.every((row, i) => row === rows[i])
      return isSame ? null : remaining.filter(row => row !== undefined)
    },
  }
}

function planRow(row: unknown, kind: ListKind): RowPlan {
  const named = Row.parse(row).media_type ?? kind
  if (named === 'person') return planPerson(row)
  // Rows of an unknown type cannot be judged and are not shown.
  return named === 'movie' || named === 'tv' ? planTitle(row, named) : DROPPED
}

function planTitle(row: unknown, kind: ScreenKind): RowPlan {
  const { id, adult, genre_ids } = Title.parse(row)
  const subject = { title: { kind, tmdb_id: id }, adult: adult ?? false, genre_ids: genre_ids ?? undefined }
  return { subjects: [subject], build: ([allowed]) => (allowed ? row : undefined) }
}

function planPerson(row: unknown): RowPlan {
  const person = Person.parse(row)
  if (person.adult) return DROPPED
  const known = planRows(person.known_for ?? [], title => planRow(title, 'mixed'))
  return {
    subjects: known.subjects,
    build(allowed) {
      const known_for = known.build(allowed)
      return known_for ? { ...person, known_for } : row
    },
  }
}

function planEntry(row: unknown, kind: ScreenKind | 'mixed'): RowPlan {
  const { movie, show, list } = ListRow.parse(row)
  if (show) return planListed(row, 'tv', show)
  if (movie) return planListed(row, 'movie', movie)
  // A user-made list names no titles; its content is requested and judged separately.
  if (list) return { subjects: [], build: () => row }
  const bare = ListTitle.safeParse(row)
  return kind === 'mixed' || !bare.success ? DROPPED : planListed(row, kind, bare.data)
}

/** The same row if it names none; undefined: it is dropped. */
function withoutTrailer(row: unknown): unknown {
  if (row === undefined) return undefined
  const { movie, show, ...own } = Entry.parse(row)
  if (![own, movie, show].some(title => title?.['trailer'])) return row
  const cut = ({ trailer: _trailer, ...title }: z.output<typeof Facts>) => title
  return { ...cut(own), ...(movie && { movie: cut(movie) }), ...(show && { show: cut(show) }) }
}

function planListed(row: unknown, kind: ScreenKind, { ids }: z.output<typeof ListTitle>): RowPlan {
  // 1/4.5: titles unknown to the metadata provider cannot be judged.
  if (!ids.tmdb) return DROPPED
  const subject = { title: { kind, tmdb_id: ids.tmdb }, adult: false, genre_ids: undefined }
  return { subjects: [subject], build: ([allowed]) => (allowed ? row : undefined) }
}
