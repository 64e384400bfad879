import type { ContentPolicy } from '@foyer/contract/kids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import { createTestClock } from '#test/test-clock.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Certification, RatingLists } from '#ports/certification-lists.ts'
import type { RatingLookup, ScreenTitle } from '#ports/rating-lookup.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import { createContentFilter } from './content-filter.ts'
import { type ContentLimits, limitsFrom } from './content-rules.ts'
import { createRatings } from '../ratings/rating-service.ts'
import { createTitleJudge } from './title-judge.ts'

const REGIONS = ['US', 'DE', 'CA', 'CA-QC', 'JP']
const CODES = ['A', 'B', 'C', 'D', 'E']
const UNRATED = ['', 'NR', 'UR', 'Unrated', 'Not Rated']
const GENRES = [16, 18, 27, 28, 35]
const KID: Caller = { user_id: 2, username: 'kid', role: 'user', device_id: 'k' }

interface World {
  titles: Title[]
  lists: RatingLists
  policy: ContentPolicy
}
interface Title {
  kind: ScreenKind
  id: number
  adult: boolean
  genre_ids: number[]
  rated: { region: string; code: string; type: number }[]
}

const scheme = fc
  .shuffledSubarray([...CODES, 'NR'], { minLength: 2 })
  .filter(codes => codes.some(code => code !== 'NR'))
  .map(codes => codes.map((certification, order): Certification => ({ certification, order })))
const schemes = fc
  .tuple(scheme, fc.dictionary(fc.constantFrom(...REGIONS.slice(1)), scheme))
  .map(([US, others]) => ({ ...others, US }))
const title = fc.record({
  kind: fc.constantFrom('movie' as const, 'tv' as const),
  id: fc.integer({ min: 1, max: 40 }),
  adult: fc.boolean(),
  genre_ids: fc.subarray(GENRES),
  rated: fc.array(
    fc.record({
      region: fc.constantFrom(...REGIONS),
      code: fc.constantFrom(...CODES, ...UNRATED, 'Z'),
      type: fc.integer({ min: 1, max: 6 }),
    }),
    { maxLength: 6 },
  ),
})

const world: fc.Arbitrary<World> = fc
  .record({
    titles: fc.uniqueArray(title, { selector: ({ kind, id }) => `${kind}${id}`, maxLength: 25 }),
    movie: schemes,
    tv: schemes,
    region: fc.constantFrom(...REGIONS),
    block_unrated: fc.boolean(),
    blocked_movie_genres: fc.subarray(GENRES),
    blocked_tv_genres: fc.subarray(GENRES),
    cap: fc.nat(),
  })
  // A policy is saved for a region that has a list (1/4.12); what it lacks it borrows (C20).
  .filter(({ movie, tv, region }) => Object.hasOwn(movie, region) || Object.hasOwn(tv, region))
  .map(({ titles, movie, tv, region, cap, ...rest }) => {
    const lists = { movie, tv }
    const capOf = (kind: ScreenKind) => {
      const real = listOf(lists, kind, region).filter(code => code !== 'NR')
      return real[cap % real.length] ?? ''
    }
    const caps = { max_movie_rating: capOf('movie'), max_tv_rating: capOf('tv') }
    return { titles, lists, policy: { ...rest, ...caps, rating_region: region } }
  })

function ownerOf(lists: RatingLists, kind: ScreenKind, region: string): string {
  return [region, region.slice(0, 2), 'US'].find(one => lists[kind][one]) ?? ''
}

function listOf(lists: RatingLists, kind: ScreenKind, region: string): string[] {
  return (lists[kind][ownerOf(lists, kind, region)] ?? []).map(one => one.certification)
}

/** What the specification says, in the plainest words that can be found for it. */
function mayPass({ lists, policy }: World, one: Title): boolean {
  const isMovie = one.kind === 'movie'
  if (one.adult) return false
  const blocked = isMovie ? policy.blocked_movie_genres : policy.blocked_tv_genres
  if (one.genre_ids.some(id => blocked.includes(id))) return false
  const list = listOf(lists, one.kind, policy.rating_region)
  const owner = ownerOf(lists, one.kind, policy.rating_region)
  const real = (region: string) =>
    one.rated.filter(row => row.region === region && !UNRATED.includes(row.code))
  const rows = real(owner).length > 0 ? real(owner) : real(owner.slice(0, 2))
  if (rows.length === 0) return !policy.block_unrated
  const of = (types: number[]) => rows.filter(row => types.includes(row.type))
  const tiers = isMovie ? [of([3]), of([2]), rows] : [rows]
  const counted = tiers.find(tier => tier.length > 0) ?? []
  const cap = list.indexOf(isMovie ? policy.max_movie_rating : policy.max_tv_rating)
  return counted.every(({ code }) => list.includes(code) && list.indexOf(code) <= cap)
}

const rowsOf = ({ kind, rated }: Title) =>
  rated.map(({ region, code, type }) => ({
    region,
    certification: code,
    release: kind === 'tv' || type === 3 ? 'theatrical' : type === 2 ? 'limited' : 'other',
  })) satisfies Awaited<ReturnType<RatingLookup['readRatings']>>

/** A provider that knows the world's titles and counts who asks. */
function provider(titles: readonly Title[]) {
  const asked: string[] = []
  const find = ({ kind, tmdb_id }: ScreenTitle, what: string) => {
    asked.push(`${what} ${kind} ${tmdb_id}`)
    return titles.find(one => one.kind === kind && one.id === tmdb_id) ?? null
  }
  const lookup: RatingLookup = {
    async readRatings(asks) {
      const found = find(asks, 'ratings')
      return found && rowsOf(found)
    },
    async readRecord(asks) {
      const found = find(asks, 'record')
      return found && { adult: found.adult, genre_ids: found.genre_ids, ratings: rowsOf(found) }
    },
    readPerson: async id => ({ adult: id % 2 === 0 }),
  }
  return { lookup, asked }
}

function filterOf(limits: () => ContentLimits | null, lookup: RatingLookup) {
  const clock = createTestClock()
  const ratings = createRatings({ lookup, clock })
  return createContentFilter({ limitsOf: limits, allows: createTitleJudge(ratings), ratings, clock })
}

function filterIn(given: World) {
  const limits = limitsFrom(given.policy, given.lists)
  if (!limits) throw new Error('the caps come from the lists')
  const { lookup, asked } = provider(given.titles)
  return { filter: filterOf(() => limits, lookup), asked }
}

const itemOf = ({ kind, id, adult, genre_ids }: Title) => ({ id, adult, genre_ids, media_type: kind, x: 1.5 })
const pageOf = (results: unknown[]) => ({ page: 3, results, total_pages: 77, total_results: 1540, dates: {} })
const parse = (ready: Ready): ReturnType<typeof JSON.parse> => JSON.parse(ready.bytes.toString('utf8'))

const RUNS = { numRuns: 300 }

describe('a kids account, in any world (1:4.5 kids rules 1–4)', () => {
  it('gets exactly the allowed rows of a page, in order, with everything else untouched', async () => {
    const check = async (given: World) => {
      const { filter, asked } = filterIn(given)
      const page = pageOf(given.titles.map(itemOf))
      const ready = readyJson(page)
      const left = await filter.list(KID, 'mixed', ready)
      expect(parse(left)).toEqual(pageOf(given.titles.filter(one => mayPass(given, one)).map(itemOf)))
      // The same answer again is not judged again: its bytes are there at once.
      expect(filter.list(KID, 'mixed', ready)).toBe(left)
      // A lookup for each title that needs one, and none the second time.
      expect(asked.length).toBe(new Set(asked).size)
      const once = asked.length
      await filter.list(KID, 'mixed', readyJson(page))
      expect(asked.length).toBe(once)
    }
    await fc.assert(fc.asyncProperty(world, check), RUNS)
  })

  it('gets exactly the allowed entries of a list provider, judged on the record (C21)', async () => {
    const check = async (given: World) => {
      const { filter } = filterIn(given)
      const rowOf = ({ kind, id }: Title) => ({
        rank: id,
        [kind === 'movie' ? 'movie' : 'show']: { title: 't', ids: { trakt: 1, tmdb: id } },
      })
      const rows = given.titles.map(rowOf)
      const unknown = [{ movie: { ids: { trakt: 1, tmdb: null } } }, { movie: { ids: { tmdb: 999 } } }]
      const persons = [{ type: 'person', person: { ids: { tmdb: 1 } } }]
      const left = parse(await filter.entries(KID, 'mixed', readyJson([...unknown, ...rows, ...persons])))
      expect(left).toEqual(given.titles.filter(one => mayPass(given, one)).map(rowOf))
    }
    await fc.assert(fc.asyncProperty(world, check), RUNS)
  })

  it('gets people without adult performers, and credits and known_for with the allowed titles only', async () => {
    const check = async (given: World) => {
      const { filter } = filterIn(given)
      const known_for = given.titles.map(itemOf)
      const fit = given.titles.filter(one => mayPass(given, one)).map(itemOf)
      const people = [true, false, undefined].map(adult => ({
        media_type: 'person',
        id: 1,
        ...(adult !== undefined && { adult }),
        known_for,
      }))
      const left = parse(await filter.list(KID, 'mixed', readyJson(pageOf(people))))
      expect(left.results).toEqual(people.slice(1).map(person => ({ ...person, known_for: fit })))
      const credits = { id: 7, cast: known_for, crew: known_for.toReversed() }
      const seen = parse(await filter.credits(KID, readyJson(credits)))
      expect(seen).toEqual({ id: 7, cast: fit, crew: fit.toReversed() })
      await expect(filter.credits(KID, readyJson({ ...credits, id: 8 }))).rejects.toMatchObject({
        status: 404,
      })
    }
    await fc.assert(fc.asyncProperty(world, check), RUNS)
  })

  it('opens exactly the allowed details, which tell of themselves and save the lookups', async () => {
    const check = async (given: World) => {
      const { filter, asked } = filterIn(given)
      for (const one of given.titles) {
        const { kind, id, adult, genre_ids, rated } = one
        const body = readyJson({
          id,
          adult,
          genres: genre_ids.map(genre => ({ id: genre })),
          release_dates: {
            results: rated.map(({ region, code, type }) => ({
              iso_3166_1: region,
              release_dates: [{ certification: code, type }],
            })),
          },
          content_ratings: {
            results: rated.map(({ region, code }) => ({ iso_3166_1: region, rating: code })),
          },
        })
        const answer = await Promise.resolve(filter.detail(KID, kind, body)).catch((error: unknown) => error)
        if (mayPass(given, one)) expect(answer).toBe(body)
        else expect(answer).toMatchObject({ status: 404, message: 'not available' })
      }
      await filter.list(KID, 'mixed', readyJson(pageOf(given.titles.map(itemOf))))
      expect(asked).toEqual([])
    }
    await fc.assert(fc.asyncProperty(world, check), RUNS)
  })
})

describe('whoever has no limits (1:4.5 kids rule 6)', () => {
  it('gets the provider’s bytes verbatim, whatever they are, in the same turn', () => {
    const nobody: RatingLookup = {
      readRatings: () => Promise.reject(new Error('asked')),
      readRecord: () => Promise.reject(new Error('asked')),
      readPerson: () => Promise.reject(new Error('asked')),
    }
    const filter = filterOf(() => null, nobody)
    const check = (bytes: Uint8Array) => {
      const ready: Ready = { bytes: Buffer.from(bytes), content_type: 'application/json' }
      const kept = Buffer.from(bytes)
      for (const answer of [
        filter.list(KID, 'mixed', ready),
        filter.detail(KID, 'movie', ready),
        filter.person(KID, ready),
        filter.credits(KID, ready),
        filter.genres(KID, 'tv', ready),
        filter.entries(KID, 'tv', ready),
      ]) {
        expect(answer).toBe(ready)
      }
      expect(ready.bytes.equals(kept)).toBe(true)
      const query = { sort_by: 'popularity.desc' }
      expect(filter.discover(KID, 'movie', query)).toBe(query)
    }
    fc.assert(fc.property(fc.uint8Array(), check))
  })
})

describe('what cannot be read or judged (1:4.5 kids rule 5)', () => {
  const limits = limitsFrom(
    {
      max_movie_rating: 'PG',
      max_tv_rating: 'TV-PG',
      rating_region: 'US',
      block_unrated: false,
      blocked_movie_genres: [],
      blocked_tv_genres: [],
    },
    { movie: {}, tv: {} },
  )
  const row = { id: 1, adult: false, genre_ids: [] }
  const literal = {
    status: 502,
    message: 'content limits could not be applied',
    details: { literal: true },
  }

  it.each([
    ['no JSON', '<html>'],
    ['no page', '{"rows":[]}'],
    ['a row that is none', '{"results":["x"]}'],
    ['a row without an id', '{"results":[{"adult":false,"genre_ids":[]}]}'],
    ['genres that are none', '{"results":[{"id":1,"genre_ids":"27"}]}'],
    ['a flag that is none', '{"results":[{"id":1,"adult":"false","genre_ids":[]}]}'],
  ])('is 502: %s', async (_what, text) => {
    const { lookup } = provider([])
    const filter = filterOf(() => limits, lookup)
    const body: Ready = { bytes: Buffer.from(text), content_type: 'application/json' }
    await expect(filter.list(KID, 'movie', body)).rejects.toMatchObject(literal)
    for (const answer of [filter.detail(KID, 'movie', body), filter.credits(KID, body)]) {
      await expect(answer).rejects.toMatchObject(literal)
    }
  })

  it('is 502 when a lookup fails, for the whole page', async () => {
    const { lookup } = provider([])
    const fails: RatingLookup = {
      ...lookup,
      readRatings: async () => {
        throw new UpstreamFault({ upstream: 'TMDB', kind: 'rate_limited' })
      },
    }
    const filter = filterOf(() => limits, fails)
    await expect(filter.list(KID, 'movie', readyJson(pageOf([row])))).rejects.toMatchObject(literal)
  })

  it('is judged again when the limits changed during the lookups', async () => {
    const stricter = limits && { ...limits, block_unrated: true }
    let current = limits
    const { lookup } = provider([{ kind: 'movie', id: 1, adult: false, genre_ids: [], rated: [] }])
    const filter = filterOf(() => current, {
      ...lookup,
      readRatings(title) {
        current = stricter
        return lookup.readRatings(title)
      },
    })
    expect(parse(await filter.list(KID, 'movie', readyJson(pageOf([row])))).results).toEqual([])
  })

  it('needs the genres of a title only where one is blocked', async () => {
    const body = readyJson({ id: 1, release_dates: { results: [] } })
    const untold = { adult: false, genre_ids: null, ratings: [] }
    const lookup: RatingLookup = { ...provider([]).lookup, readRecord: async () => untold }
    expect(await filterOf(() => limits, lookup).detail(KID, 'movie', body)).toBe(body)
    const entries = readyJson([{ ids: { tmdb: 1 } }])
    expect(await filterOf(() => limits, lookup).entries(KID, 'movie', entries)).toBe(entries)
    const choosy = limits && { ...limits, movie: { ...limits.movie, blocked_genres: new Set([27]) } }
    const filter = filterOf(() => choosy, lookup)
    await expect(filter.detail(KID, 'movie', body)).rejects.toMatchObject({ status: 404 })
    expect(parse(await filter.entries(KID, 'movie', entries))).toEqual([])
  })

  it('drops rows of a kind that nobody can judge', async () => {
    const filter = filterOf(() => limits, provider([]).lookup)
    const page = pageOf([{ id: 9, media_type: 'collection' }])
    expect(parse(await filter.list(KID, 'mixed', readyJson(page))).results).toEqual([])
  })
})
