import { z } from 'zod'
import type { CatalogAlbum } from '#ports/music-catalog.ts'
import type { ItemFacts, ItemPart } from './item-facts.ts'

type Description = Omit<ItemFacts, 'parts'>

const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .nullish()
  // Providers write an empty text for "not known".
  .catch(null)
const Poster = z.string().nullish()

const MovieRecord = z.object({ title: z.string().min(1), poster_path: Poster, release_date: Day })

const ShowRecord = z.object({
  name: z.string().min(1),
  poster_path: Poster,
  first_air_date: Day,
  seasons: z.array(z.object({ season_number: z.int(), air_date: Day })).nullish(),
})

const PersonRecord = z.object({
  name: z.string().min(1),
  profile_path: Poster,
  adult: z.boolean().nullish(),
})

const Credit = z.object({
  id: z.int().positive(),
  media_type: z.string().nullish(),
  title: z.string().nullish(),
  name: z.string().nullish(),
  release_date: Day,
  first_air_date: Day,
  character: z.string().nullish(),
  adult: z.boolean().nullish(),
})
const Credits = z.object({ cast: z.array(Credit), crew: z.array(Credit) })

/** So much of somebody's work is remembered; the newest first. */
const MAX_PARTS = 500
/** Guests of a talk show are not in a new title of theirs. */
const APPEARANCE = /^(self|himself|herself|themselves)\b/i

export function movieFacts(body: unknown): ItemFacts {
  const { title, poster_path, release_date } = MovieRecord.parse(body)
  return {
    ...described({ title, poster_path }),
    released_on: release_date ?? null,
    parts: [],
  }
}

/** The parts of a show are its seasons, without specials. */
export function showFacts(body: unknown): ItemFacts {
  const { name, poster_path, first_air_date, seasons } = ShowRecord.parse(body)
  const regular = (seasons ?? []).filter(season => season.season_number > 0)
  return {
    ...described({ title: name, poster_path }),
    released_on: first_air_date ?? null,
    parts: regular.map(season => ({
      part_kind: 'season' as const,
      part_id: String(season.season_number),
      title: name,
      released_on: season.air_date ?? null,
    })),
  }
}

export function personDescription(body: unknown): Description {
  const { name, profile_path, adult } = PersonRecord.parse(body)
  return { ...described({ title: name, poster_path: profile_path }), adult: adult ?? false }
}

function described({ title, poster_path }: { title: string; poster_path?: string | null | undefined }) {
  return { title, poster_path: poster_path ?? null, detail: null, released_on: null, adult: false }
}

/** Movies and shows of a person, each once. */
export function creditParts(body: unknown): ItemPart[] {
  const { cast, crew } = Credits.parse(body)
  const parts = [...cast.filter(one => !APPEARANCE.test(one.character ?? '')), ...crew].flatMap(creditPart)
  const once = new Map(parts.map(part => [`${part.part_kind} ${part.part_id}`, part]))
  return newestFirst([...once.values()]).slice(0, MAX_PARTS)
}

function creditPart(credit: z.output<typeof Credit>): ItemPart[] {
  const { id, media_type, title, name, release_date, first_air_date, adult } = credit
  if (adult || (media_type !== 'movie' && media_type !== 'tv')) return []
  const isMovie = media_type === 'movie'
  const named = isMovie ? title : name
  if (!named) return []
  const released_on = (isMovie ? release_date : first_air_date) ?? null
  return [{ part_kind: media_type, part_id: String(id), title: named, released_on }]
}

/** Titles without a date are announced, so they come first. */
function newestFirst(parts: readonly ItemPart[]): ItemPart[] {
  const dayOf = ({ released_on }: ItemPart) => released_on ?? '9999'
  return parts.toSorted((a, b) => dayOf(b).localeCompare(dayOf(a)))
}

export function albumDescription({ title, artist, release_date }: CatalogAlbum): Description {
  return { ...described({ title }), detail: artist, released_on: wholeDay(release_date) }
}

export function albumParts(albums: readonly CatalogAlbum[]): ItemPart[] {
  return newestFirst(
    albums.map(({ foreign_id, title, release_date }) => ({
      part_kind: 'album' as const,
      part_id: foreign_id,
      title,
      released_on: wholeDay(release_date),
    })),
  ).slice(0, MAX_PARTS)
}

/** A year or a month is not a day that can come. */
function wholeDay(date: string | undefined): string | null {
  return Day.parse(date) ?? null
}

export function nameOnly(title: string): Description {
  return described({ title })
}

export function bookParts(titles: readonly { foreign_book_id: string; title: string }[]): ItemPart[] {
  return titles.slice(0, MAX_PARTS).map(({ foreign_book_id, title }) => ({
    part_kind: 'book' as const,
    part_id: foreign_book_id,
    title,
    released_on: null,
  }))
}
