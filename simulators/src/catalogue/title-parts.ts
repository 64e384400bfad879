import { createRandom, type Random } from '../kit/random.ts'
import { DAY_MS, isoDay } from '../kit/time.ts'
import { artPath } from './art/art.ts'
import type { Mood } from './art/palettes.ts'
import { REGIONS } from './certifications.ts'
import type { ShelfStyle } from './genres.ts'
import { COMPANIES, KEYWORDS, PROVIDERS } from './people-names.ts'
import type { StoryBank } from './stories-movie.ts'
import type { Availability, Company, Keyword, Person, Video } from './types.ts'
import { creditId } from './people.ts'

export interface BuildContext {
  seed: string
  now: number
  people: readonly Person[]
}

export const COMPANY_LIST: readonly Company[] = COMPANIES.map((company, i) => ({
  ...company,
  id: 500_001 + i,
  logo_path: i % 4 === 3 ? null : artPath('l', 'c', `company:${i}`),
}))

export const KEYWORD_LIST: readonly Keyword[] = KEYWORDS.map((name, i) => ({ id: 400_001 + i, name }))

/** Popularity has a long tail: a few titles everybody talks about, and many that wait to be found. */
export function drawPopularity(random: Random, ageDays: number): number {
  const fresh = ageDays < 0 ? 1.4 : Math.max(0.25, 3 * Math.exp(-ageDays / 240))
  return Math.round((1.5 + random.next() ** 5 * 420 * fresh + random.next() * 12 * fresh) * 1000) / 1000
}

export function drawVotes(random: Random, popularity: number, ageDays: number) {
  if (ageDays < 0) return { vote_average: 0, vote_count: 0 }
  const bell = (random.next() + random.next() + random.next() + random.next()) / 4
  const years = Math.min(12, ageDays / 365)
  return {
    vote_average: Math.round((3.6 + bell * 5.6) * 1000) / 1000,
    vote_count: Math.round(6 + popularity * (4 + years * 14) * (0.5 + random.next())),
  }
}

export function drawGenres(random: Random, style: ShelfStyle): number[] {
  return [...new Set([...style.genres, ...random.sample(style.also, random.int(0, 2))])]
}

export function tellStory(bank: StoryBank, random: Random): string {
  return `${random.pick(bank.who)} ${random.pick(bank.what)}. ${random.pick(bank.turn)}`
}

/** Draws until the text is new: two titles never share a synopsis. */
export function drawUnused(used: Set<string>, draw: () => string): string {
  for (let tries = 0; tries < 400; tries++) {
    const text = draw()
    if (used.has(text)) continue
    used.add(text)
    return text
  }
  throw new Error('the word bank is exhausted')
}

export function drawArt(random: Random, moods: readonly Mood[], key: string) {
  const mood = random.pick(moods)
  return { mood, poster_path: artPath('p', mood, key), backdrop_path: artPath('b', mood, key) }
}

export function drawVideos(key: string, published: number): Video[] {
  const random = createRandom(`videos:${key}`)
  if (random.chance(0.12)) return []
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'
  return ['Trailer', ...(random.chance(0.5) ? ['Teaser'] : [])].map(type => ({
    id: creditId('video', key, type),
    iso_639_1: 'en',
    iso_3166_1: 'US',
    name: type === 'Trailer' ? 'Official Trailer' : 'Teaser',
    key: Array.from({ length: 11 }, () => letters.charAt(random.int(0, letters.length - 1))).join(''),
    site: 'YouTube',
    size: 1080,
    type,
    official: true,
    published_at: `${isoDay(published - random.int(20, 90) * DAY_MS)}T12:00:00.000Z`,
  }))
}

export function drawAvailability(random: Random, ageDays: number): Availability {
  if (ageDays < 45) return {}
  const watch: Availability = {}
  for (const { iso_3166_1 } of REGIONS) {
    if (!random.chance(0.75)) continue
    const flatrate = random.sample(PROVIDERS, random.int(0, 2)).map(provider => provider.provider_id)
    watch[iso_3166_1] = { ...(flatrate.length > 0 && { flatrate }), rent: [10], buy: [10] }
  }
  return watch
}

export function drawKeywords(random: Random): number[] {
  return random.sample(KEYWORD_LIST, random.int(2, 5)).map(keyword => keyword.id)
}

export function drawCompanies(random: Random, country: string): number[] {
  const home = COMPANY_LIST.filter(company => company.origin_country === country)
  const pool = home.length > 0 ? home : COMPANY_LIST
  return random.sample(pool, random.int(1, 2)).map(company => company.id)
}
