import { createRandom, type Random } from '../kit/random.ts'
import { DAY_MS, isoDay } from '../kit/time.ts'
import { MOVIE_LEVELS } from './certifications.ts'
import { MOVIE_SHELVES } from './genres.ts'
import { buildCredits } from './people.ts'
import { MOVIE_STORIES, TAGLINES } from './stories-movie.ts'
import { MOVIES_ABROAD, MOVIE_COLLECTIONS, MOVIE_TITLES, type MovieShelf } from './titles-movie.ts'
import {
  type BuildContext,
  drawArt,
  drawAvailability,
  drawCompanies,
  drawGenres,
  drawKeywords,
  drawPopularity,
  drawUnused,
  drawVideos,
  drawVotes,
  tellStory,
} from './title-parts.ts'
import type { Movie, ReleaseDate } from './types.ts'

export const FIRST_MOVIE_ID = 900_101
export const FIRST_COLLECTION_ID = 600_001

export interface MovieDraft {
  id: number
  title: string
  shelf: MovieShelf
  original_title?: string
  language?: string
  country?: string
  collection_id?: number
  /** Days from now to the cinema release; negative is past. */
  days?: number
  /** 0 (for all) to 4 (adults); null: nobody rated it. */
  level?: number | null
  adult?: boolean
  set?: Partial<Movie>
}

/** Everything on the ordinary shelves. Fixtures come on top, see fixtures.ts. */
export function movieDrafts(seed: string): MovieDraft[] {
  const random = createRandom(`${seed}:shelves`)
  const plain = Object.entries(MOVIE_TITLES).flatMap(([shelf, titles]) =>
    // Object.entries widens the key; these are exactly the keys of MOVIE_TITLES.
    titles.map(title => ({ title, shelf: shelf as MovieShelf })),
  )
  const abroad = MOVIES_ABROAD.trim()
    .split('\n')
    .map(line => {
      const [title = '', original_title = '', language = '', country = '', shelf = ''] = line
        .split('|')
        .map(part => part.trim())
      // The table above names only shelves of MOVIE_TITLES.
      return { title, original_title, language, country, shelf: shelf as MovieShelf }
    })
  const series = MOVIE_COLLECTIONS.flatMap(({ shelf, parts }, c) =>
    parts.map((title, part) => ({
      title,
      shelf,
      collection_id: FIRST_COLLECTION_ID + c,
      days:
        -Math.round(365 * (2.6 * (parts.length - part) - 1.9 + (c % 3) * 0.4)) +
        (part === parts.length - 1 ? c * 60 - 120 : 0),
    })),
  )
  return random
    .shuffle([...plain, ...abroad, ...series])
    .map((draft, i) => ({ id: FIRST_MOVIE_ID + i, ...draft }))
}

function drawReleaseDays(random: Random): number {
  const luck = random.next()
  if (luck < 0.11) return random.int(3, 190)
  if (luck < 0.22) return -random.int(0, 40)
  if (luck < 0.5) return -random.int(41, 900)
  return -random.int(900, 365 * 52)
}

export function buildMovie(draft: MovieDraft, context: BuildContext, used: Set<string>): Movie {
  const random = createRandom(`${context.seed}:movie:${draft.id}:${draft.title}`)
  const style = MOVIE_SHELVES[draft.shelf]
  const days = draft.days ?? drawReleaseDays(random)
  const released = context.now + days * DAY_MS
  const popularity = drawPopularity(random, -days)
  const budget = random.chance(0.6) ? random.int(1, 90) * 1_000_000 : 0
  const level = draft.level === undefined ? drawLevel(random, style.levels) : draft.level
  const country = draft.country ?? random.pick(['US', 'US', 'US', 'GB', 'CA', 'AU'])
  return {
    id: draft.id,
    imdb_id: `tt${String(8_100_000 + draft.id).padStart(7, '0')}`,
    title: draft.title,
    original_title: draft.original_title ?? draft.title,
    original_language: draft.language ?? 'en',
    origin_country: [country],
    overview: drawUnused(used, () => tellStory(MOVIE_STORIES[draft.shelf], random)),
    tagline: random.chance(0.7)
      ? drawUnused(used, () => `${random.pick(TAGLINES.first)} ${random.pick(TAGLINES.second)}`)
      : '',
    adult: draft.adult ?? false,
    popularity,
    ...drawVotes(random, popularity, -days),
    ...drawArt(random, style.moods, `movie:${draft.id}`),
    genre_ids: drawGenres(random, style),
    keyword_ids: drawKeywords(random),
    company_ids: drawCompanies(random, country),
    ...buildCredits(context.people, `movie:${draft.id}`, draft.adult ?? false),
    videos: drawVideos(`movie:${draft.id}`, released),
    watch: drawAvailability(random, -days),
    release_date: isoDay(released),
    runtime: random.int(...style.minutes),
    budget,
    revenue: days < -30 ? Math.round(budget * random.next() * 4) : 0,
    status: days > 90 ? 'In Production' : days > 0 ? 'Post Production' : 'Released',
    collection_id: draft.collection_id ?? null,
    releases: drawReleases(random, released, level),
    ...draft.set,
  }
}

function drawLevel(random: Random, levels: readonly number[]): number | null {
  return random.chance(0.07) ? null : random.pick(levels)
}

/** Cinema first, then digital and disc; often only the cinema row carries a certification. */
export function drawReleases(
  random: Random,
  released: number,
  level: number | null,
): Record<string, ReleaseDate[]> {
  const releases: Record<string, ReleaseDate[]> = {}
  for (const [region, words] of Object.entries(MOVIE_LEVELS)) {
    if (region !== 'US' && random.chance(0.1)) continue
    const certification = level === null ? (region === 'US' ? 'NR' : '') : (words[level] ?? '')
    const at = (days: number) => isoDay(released + days * DAY_MS)
    const rows: ReleaseDate[] = []
    if (random.chance(0.25))
      rows.push({ certification: '', note: 'Carrow Bay Film Festival', date: at(-60), type: 1 })
    if (random.chance(0.15)) rows.push({ certification, note: '', date: at(-7), type: 2 })
    rows.push({ certification, note: '', date: at(region === 'US' ? 0 : random.int(0, 21)), type: 3 })
    rows.push({
      certification: random.chance(0.5) ? certification : '',
      note: 'Streamly',
      date: at(random.int(45, 100)),
      type: 4,
    })
    if (random.chance(0.7)) rows.push({ certification, note: '', date: at(random.int(100, 170)), type: 5 })
    if (random.chance(0.2)) rows.push({ certification: '', note: 'Harbour TV', date: at(400), type: 6 })
    releases[region] = rows
  }
  return releases
}
