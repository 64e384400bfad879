import { type Answer, json, type SimRequest } from '../kit/answer.ts'
import type { JsonRecord } from '../kit/json.ts'
import type { SimServer } from '../kit/sim-server.ts'
import type { KnownArtist, KnownGroup, KnownMusic } from './known-music.ts'
import { type Fields, parseLucene } from './lucene.ts'
import { error, includes } from './musicbrainz-errors.ts'
import { foundArtist, foundGroup, wholeGroup, wholeRelease } from './musicbrainz-resources.ts'

const PRIMARY = new Set(['album', 'single', 'ep', 'broadcast', 'other'])

interface ListParts {
  server: SimServer
  music: KnownMusic
  unindexed: ReadonlySet<string>
}

export function routeLists({ server, music, unindexed }: ListParts): void {
  server.route('GET /ws/2/release-group', request => {
    if (request.query.has('artist')) return browse(request, music)
    const indexed = [...music.groups.values()].filter(group => !unindexed.has(group.id))
    return search(request, indexed, 'release-groups', groupFields, foundGroup)
  })
  server.route('GET /ws/2/release', request => {
    const group = music.groups.get(music.canonical(request.query.get('release-group') ?? ''))
    if (!group) return error(404, 'Not Found')
    const releases = [wholeRelease(group, includes(request, 'release'))]
    return json({ releases, 'release-count': 1, 'release-offset': 0 })
  })
  server.route('GET /ws/2/artist', request =>
    search(request, [...music.artists.values()], 'artists', artistFields, foundArtist),
  )
}

function groupFields(group: KnownGroup): Fields {
  return {
    rgid: [group.id],
    releasegroup: [group.title],
    artist: group.credits.flatMap(({ artist, name }) => [artist.name, name]),
    primarytype: group.type ? [group.type] : [],
    secondarytype: group.secondary_types,
    firstreleasedate: [group.date],
    tag: group.tags,
  }
}

function artistFields(artist: KnownArtist): Fields {
  return { arid: [artist.id], artist: [artist.name], comment: [artist.disambiguation], tag: artist.tags }
}

/** A limit that makes no sense silently becomes 25. */
function searchLimit(query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? 25)
  return Number.isInteger(limit) && limit >= 1 && limit <= 100 ? limit : 25
}

function search<T>(
  { query }: SimRequest,
  all: readonly T[],
  key: string,
  fields: (one: T) => Fields,
  show: (one: T) => JsonRecord,
): Answer {
  const test = parseLucene(query.get('query') ?? '')
  if (!test) return error(400, 'Invalid query.')
  const offset = Number(query.get('offset') ?? 0)
  const found = all.filter(one => test(fields(one)))
  return json({
    created: '2026-11-15T00:00:00.000Z',
    count: found.length,
    offset,
    [key]: found.slice(offset, offset + searchLimit(query)).map(show),
  })
}

function browse(request: SimRequest, music: KnownMusic): Answer {
  const { query } = request
  const artist = music.canonical(query.get('artist') ?? '')
  if (!music.artists.has(artist)) return error(404, 'Not Found')
  const types = (query.get('type') ?? '').split('|').filter(Boolean)
  if (types.some(type => !PRIMARY.has(type))) return error(400, 'Not a valid type.')
  const limit = Number(query.get('limit') ?? 25)
  const offset = Number(query.get('offset') ?? 0)
  if (!Number.isInteger(limit) || !Number.isInteger(offset)) return error(400, 'Invalid limit or offset.')
  const all = [...music.groups.values()].filter(
    ({ credits, type }) =>
      credits.some(credit => credit.artist.id === artist) &&
      (types.length === 0 || types.includes(type?.toLowerCase() ?? '')),
  )
  const inc = includes(request, 'release-group')
  const rows = all.slice(offset, offset + Math.min(limit, 100)).map(group => wholeGroup(group, inc))
  return json({
    'release-groups': rows,
    'release-group-count': all.length,
    'release-group-offset': offset,
  })
}
