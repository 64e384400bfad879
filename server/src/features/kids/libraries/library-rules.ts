import { type LibraryManagerType, mediaTypeOf } from '@foyer/contract/instances/instance-types'
import { z } from 'zod'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import { type ContentLimits, judgeCodes } from '../judge/content-rules.ts'
import { GENRE_IDS } from './library-genres.ts'

/** A movie or series as its library manager describes it. */
const LibraryTitle = z.looseObject({
  certification: z.string().nullish(),
  genres: z.array(z.string()).nullish(),
})
export type LibraryTitle = z.output<typeof LibraryTitle>

export interface LibraryAnswer {
  service_type: LibraryManagerType
  /** Relative to the manager's address: `api/v3/movie/12`. */
  path: string
  body: unknown
}

const Pages = z.looseObject({ records: z.array(z.unknown()) })
const Complaint = z.strictObject({ message: z.string() })

/** The name of the parent in rows that refer to it, and the parameter that includes it. */
const PARENT = {
  movie: { field: 'movie', parameter: 'includeMovie' },
  tv: { field: 'series', parameter: 'includeSeries' },
} as const
/** Where a movie names its trailer, which no rating covers. */
const TRAILER = 'youTubeTrailerId'
/** Paths whose rows are the titles themselves. */
const OWN_TITLES: Record<ScreenKind, RegExp> = {
  movie: /^(movie|calendar|wanted\/(missing|cutoff))(\/\d+)?$/,
  tv: /^series(\/\d+)?$/,
}

/** 1/I: by the record's own rating, in the region's scheme and then in the US scheme, and by its genres. */
export function isAllowedInLibrary(limits: ContentLimits, kind: ScreenKind, title: LibraryTitle): boolean {
  const { ranking, in_us, blocked_genres } = limits[kind]
  const ids = (title.genres ?? []).flatMap(name => GENRE_IDS[name.trim().toLowerCase()] ?? [])
  if (ids.some(id => blocked_genres.has(id))) return false
  const code = (title.certification ?? '').trim()
  const scale = ranking.ranks.has(code) ? ranking : (in_us ?? ranking)
  return judgeCodes(scale, [code], limits.block_unrated).verdict === 'allowed'
}

/**
 * The filtered answer of a manager; null: the record is blocked. Totals still count what its pages hold, as the provider's
 * do (1:4.5 kids rule 1): whoever reads on by them misses nothing. Throws if the answer cannot be read.
 */
export function cutLibrary(limits: ContentLimits, { service_type, path, body }: LibraryAnswer): unknown {
  const kind = ratedKind(service_type)
  if (!kind || Complaint.safeParse(body).success) return body
  const isOwn = OWN_TITLES[kind].test(resourceOf(path))
  const { field } = PARENT[kind]
  /** The row as it may be shown; none: it is blocked. */
  const cutRow = (row: unknown): unknown[] => {
    const title = isOwn ? row : z.looseObject({}).parse(row)[field]
    // A row without its parent cannot be judged.
    if (title === undefined || title === null) return []
    const record = LibraryTitle.parse(title)
    if (!isAllowedInLibrary(limits, kind, record)) return []
    if (limits.trailers_allowed || !(TRAILER in record)) return [row]
    const { [TRAILER]: _trailer, ...rest } = record
    return [isOwn ? rest : { ...z.looseObject({}).parse(row), [field]: rest }]
  }
  if (Array.isArray(body)) return body.flatMap(cutRow)
  const pages = Pages.safeParse(body)
  if (pages.success) return { ...pages.data, records: pages.data.records.flatMap(cutRow) }
  return cutRow(body)[0] ?? null
}

/** 1/I: queue, history and episodes are requested with their parent record, without which they cannot be judged. */
export function withParents({ service_type, path }: Omit<LibraryAnswer, 'body'>, query: string): string {
  const kind = ratedKind(service_type)
  if (!kind || OWN_TITLES[kind].test(resourceOf(path))) return query
  const { parameter } = PARENT[kind]
  const isOther = (part: string) => part !== '' && !part.toLowerCase().startsWith(parameter.toLowerCase())
  return [...query.split('&').filter(isOther), `${parameter}=true`].join('&')
}

/** Books and music carry no ratings (1:4.4), so only movies and series are judged. */
function ratedKind(service_type: LibraryManagerType): ScreenKind | undefined {
  const type = mediaTypeOf(service_type)
  return type === 'movie' || type === 'tv' ? type : undefined
}

function resourceOf(path: string): string {
  return path.replace(/^api\/v\d+\//, '')
}
