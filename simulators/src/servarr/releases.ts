import { json, Refused, type SimRequest } from '../kit/answer.ts'
import { asRecord, type JsonRecord, textIn } from '../kit/json.ts'
import { createRandom, type Random } from '../kit/random.ts'
import { DAY_MS, isoSecond, MINUTE_MS } from '../kit/time.ts'
import type { Activity } from './activity.ts'
import { languageColumn, type Release, type Target } from './downloads.ts'
import type { History } from './history.ts'
import { type Language, qualityNamed, qualityWeight } from './qualities.ts'
import { failed, raised } from './servarr-answers.ts'
import type { Servarr } from './servarr.ts'

const GROUPS = ['LANTERN', 'PIGEON', 'HARBOR', 'MOSS', 'TINCAN', 'OWLHOUR']
/** The keys of the indexers, which their answers repeat in every address. */
export const INDEXER_KEYS = [
  '0b5e55ed0b5e55ed0b5e55ed0b5e55ed',
  'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00',
] as const
const INDEXERS = [
  { id: 3, name: 'NZBarn', protocol: 'usenet' },
  { id: 4, name: 'Tracker Bay Nine', protocol: 'torrent' },
] as const
const GIGABYTE = 1024 ** 3
const CACHE_MS = 30 * MINUTE_MS

export interface ReleaseWish {
  /** Words of the name before the quality: `Harbour Nine S01E03`. */
  words: string
  minutes: number
  quality: string
  language: Language
  source?: Release['source']
}

function drawOrigin(random: Random): Pick<Release, 'release_group' | 'protocol' | 'indexer'> {
  const indexer = random.pick(INDEXERS)
  return { release_group: random.pick(GROUPS), protocol: indexer.protocol, indexer: indexer.name }
}

/** A release of music or a book: named and sized by its product, without a language. */
export function makePlainRelease(
  servarr: Servarr,
  random: Random,
  { title, size, quality }: { title: string; size: number; quality: string },
): Release {
  return {
    title,
    size,
    quality: qualityNamed(servarr.app, quality),
    languages: [],
    ...drawOrigin(random),
    source: 'Search',
  }
}

/** A release as the scene would name it, of a believable size. */
export function makeRelease(servarr: Servarr, random: Random, wish: ReleaseWish): Release {
  const quality = qualityNamed(servarr.app, wish.quality)
  const origin = drawOrigin(random)
  const dotted = wish.words.replaceAll(/[^\p{L}\p{N}]+/gu, '.').replaceAll(/^\.|\.$/g, '')
  const [source = '', resolution = ''] = wish.quality.split('-')
  const perHour = { 480: 0.7, 720: 1.4, 1080: 3.1, 2160: 9.5 }[quality.quality.resolution ?? 0] ?? 2
  return {
    title: `${dotted}.${resolution || '480p'}.${source.replace('WEBDL', 'WEB-DL')}.x264-${origin.release_group}`,
    size: Math.round((wish.minutes / 60) * perHour * GIGABYTE * (0.8 + random.next() * 0.4)),
    quality,
    languages: [wish.language],
    ...origin,
    source: wish.source ?? 'Search',
  }
}

export interface ReleaseSearch {
  target: Target
  wish: Omit<ReleaseWish, 'quality'>
  /** What the indexers hold where it does not follow from the wish: music and books. */
  releases?: readonly Release[]
  /** The product's own columns of a row. */
  columns: JsonRecord
}

const VIDEO_OFFERS = ['WEBDL-2160p', 'Bluray-1080p', 'WEBDL-1080p', 'WEBDL-720p', 'SDTV']

interface Offer {
  guid: string
  release: Release
  target: Target
  found_at: number
}

/** servarr-common.md, 6: a live search, and a grab that works for what was found in the last half hour. */
export function routeReleases(
  servarr: Servarr,
  plan: { search: (request: SimRequest) => ReleaseSearch; activity: Pick<Activity, 'downloads' | 'history'> },
): void {
  const { server, api, timeline } = servarr
  const offers = new Map<string, Offer>()

  server.route(`GET ${api}/release`, request => {
    const search = plan.search(request)
    const random = createRandom(`releases:${search.wish.words}`)
    const releases =
      search.releases ??
      VIDEO_OFFERS.map(quality =>
        makeRelease(servarr, random, { ...search.wish, quality, source: 'InteractiveSearch' }),
      )
    const rows = releases.map((release, i) => {
      const guid = guidOf(release, random.int(100_000, 999_999))
      offers.set(guid, { guid, release, target: search.target, found_at: timeline.now() })
      return {
        ...releaseRow(servarr, {
          guid,
          release,
          age: random.int(1, 400),
          weight: i,
          blocked: isBlocked(plan.activity.history, release),
        }),
        ...search.columns,
      }
    })
    return json(rows)
  })

  server.route(`POST ${api}/release`, request => {
    const offer = offers.get(textIn(asRecord(request.body), 'guid') ?? '')
    if (!offer || timeline.now() - offer.found_at > CACHE_MS) {
      throw new Refused(
        raised(404, 'NotFound', "Couldn't find requested release in cache, try searching again"),
      )
    }
    if (!servarr.switches.indexers_stocked && servarr.switches.metadata_down) {
      return failed(409, 'Getting release from indexer failed')
    }
    plan.activity.downloads.start(offer.target, { release: offer.release })
    return json(request.body)
  })
}

function releaseRow(
  servarr: Servarr,
  offer: { guid: string; release: Release; age: number; weight: number; blocked: boolean },
): JsonRecord {
  const { guid, release, age, weight, blocked } = offer
  const poor = (release.quality.quality.resolution ?? 1080) < 720
  const rejections = [
    ...(poor ? [`${release.quality.quality.name} is not wanted in profile`] : []),
    ...(blocked ? ['Release is blocklisted'] : []),
  ]
  return {
    guid,
    quality: release.quality,
    customFormats: [],
    customFormatScore: 0,
    qualityWeight: qualityWeight(servarr.app, release.quality.quality.id) * 100,
    age,
    ageHours: age * 24,
    ageMinutes: age * 1440,
    size: release.size,
    indexerId: INDEXERS.find(one => one.name === release.indexer)?.id ?? 0,
    indexer: release.indexer,
    releaseGroup: release.release_group,
    title: release.title,
    ...languageColumn(release),
    approved: rejections.length === 0,
    temporarilyRejected: false,
    rejected: rejections.length > 0,
    rejections,
    publishDate: isoSecond(servarr.timeline.now() - age * DAY_MS),
    downloadUrl: `${guid}${guid.includes('?') ? '&' : '?'}download=1`,
    infoUrl: guid,
    downloadAllowed: true,
    releaseWeight: weight,
    protocol: release.protocol,
    ...(release.protocol === 'torrent' && {
      seeders: 40 - weight,
      leechers: weight,
      magnetUrl: `magnet:?xt=urn:btih:${'A1'.repeat(20)}&tr=https://tracker.invalid/${INDEXER_KEYS[1]}/announce`,
      infoHash: 'A1'.repeat(20),
    }),
  }
}

/** servarr-common.md, 6: addresses that contain the key of whoever asked, as a parameter or as a part of the path. */
function guidOf({ protocol }: Release, id: number): string {
  return protocol === 'usenet'
    ? `https://indexer.invalid/details/${id}?apikey=${INDEXER_KEYS[0]}`
    : `https://tracker.invalid/${INDEXER_KEYS[1]}/torrent/${id}`
}

function isBlocked({ blocked }: History, release: Release): boolean {
  return blocked.some(row => row.release.title === release.title)
}

/** What a search by itself would take of these, best first. */
export function firstUnblocked(history: History, releases: readonly Release[]): Release | undefined {
  return releases.find(release => !isBlocked(history, release))
}
