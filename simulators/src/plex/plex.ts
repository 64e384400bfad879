import type { Catalogue } from '../catalogue/catalogue.ts'
import { MOVIE, SHOW } from '../catalogue/fixtures.ts'
import { type Answer, json, type SimRequest, text } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import { uuidOf } from '../kit/ids.ts'
import type { Journal } from '../kit/journal.ts'
import type { JsonRecord } from '../kit/json.ts'
import { createSimServer, type SimServer } from '../kit/sim-server.ts'
import { tokenOf, wantsJson, xml } from './plex-answers.ts'
import type { PlexCloud } from './plex-cloud.ts'
import {
  createPlexLibrary,
  itemResource,
  addedAt,
  plexGuid,
  type PlexItem,
  type PlexLibrary,
  TYPE_NUMBERS,
} from './plex-library.ts'

export interface PlexOptions {
  name?: string | undefined
  catalogue: Catalogue
  cloud: PlexCloud
  port?: number | undefined
  journal_limit?: number | undefined
}

/** A media server; who may see what is decided by plex.tv. */
export interface Plex {
  readonly name: string
  readonly url: string
  /** The owner's token. */
  readonly token: string
  readonly machine_identifier: string
  readonly cloud: PlexCloud
  readonly library: PlexLibrary
  readonly journal: Journal
  readonly faults: Faults
  readonly routes: () => string[]
  close: () => Promise<void>
  assertClean: () => void
}

const VERSION = '1.43.2.1-abcdef012'

export async function startPlex(options: PlexOptions): Promise<Plex> {
  const { cloud } = options
  const library = createPlexLibrary(options.catalogue)
  const server = createSimServer({
    name: options.name ?? 'plex',
    port: options.port,
    journal_limit: options.journal_limit,
    now: cloud.now,
    authorise: request => (cloud.sectionsFor(tokenOf(request)) ? null : refused(401)),
    notFound: () => refused(404),
    refuse: refused,
    refuseKey: () => refused(401),
  })
  routeIdentity(server, cloud)
  routeLibrary(server, cloud, library)
  for (const id of [MOVIE.with_file, MOVIE.above_pg_cap, MOVIE.non_english]) library.addMovie(id)
  for (const id of [SHOW.harbour_nine, SHOW.running, SHOW.with_specials]) library.addShow(id)
  await server.listen()
  cloud.server_url = server.url

  return {
    name: server.name,
    url: server.url,
    token: cloud.owner_token,
    machine_identifier: cloud.machine_identifier,
    cloud,
    library,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    close: server.close,
    assertClean: server.assertClean,
  }
}

function refused(status: number): Answer {
  const title = status === 401 ? 'Unauthorized' : status === 404 ? 'Not Found' : 'Error'
  return text(
    `<html><head><title>${title}</title></head><body><h1>${status} ${title}</h1></body></html>`,
    status,
    'text/html',
  )
}

function container(request: SimRequest, content: JsonRecord): Answer {
  return wantsJson(request) ? json({ MediaContainer: content }) : xml('MediaContainer', content)
}

function routeIdentity(server: SimServer, cloud: PlexCloud): void {
  const identity = (request: SimRequest) =>
    container(request, {
      size: 0,
      claimed: true,
      machineIdentifier: cloud.machine_identifier,
      version: VERSION,
    })
  server.route('GET /identity', identity, 'open')
}

function routeLibrary(server: SimServer, cloud: PlexCloud, library: PlexLibrary): void {
  const visible = (request: SimRequest) => cloud.sectionsFor(tokenOf(request)) ?? []
  const seen = (request: SimRequest) =>
    [...library.items.values()].filter(item => visible(request).includes(item.section_key))

  server.route('GET /library/sections', request => {
    const sections = cloud.sections.filter(section => visible(request).includes(section.key))
    return container(request, {
      size: sections.length,
      allowSync: false,
      title1: 'Plex Library',
      Directory: sections.map(section => ({
        key: String(section.key),
        title: section.title,
        type: section.type,
        agent: `tv.plex.agents.${section.type === 'show' ? 'series' : section.type}`,
        scanner: 'Plex Movie',
        language: 'en-US',
        uuid: uuidOf(`section:${section.id}`),
        allowSync: false,
        hidden: 0,
        Location: [{ id: section.key, path: `/media/${section.title.toLowerCase()}` }],
      })),
    })
  })
  server.route('GET /library/sections/:key/all', request => {
    const key = Number(request.params['key'])
    if (!visible(request).includes(key)) return refused(404)
    const section = cloud.sections.find(one => one.key === key)
    const kept = seen(request).filter(item => item.section_key === key && matches(request, item))
    if (request.query.get('sort') === 'addedAt:desc') kept.sort((a, b) => addedAt(b) - addedAt(a))
    return page(request, kept, { librarySectionID: key, librarySectionTitle: section?.title })
  })
  server.route('GET /library/all', request => {
    const guid = request.query.get('guid')
    const kept = seen(request).filter(
      item => (guid === null || plexGuid(item) === guid) && matches(request, item),
    )
    return page(request, kept, {})
  })
  server.route('GET /library/metadata/:id', request => {
    const keys = (request.params['id'] ?? '').split(',').map(Number)
    const found = seen(request).filter(one => keys.includes(one.rating_key))
    return found.length > 0 ? page(request, found, {}) : refused(404)
  })
}

function matches(request: SimRequest, item: PlexItem): boolean {
  const type = request.query.get('type')
  const title = request.query.get('title')?.toLowerCase()
  const year = request.query.get('year')
  return (
    // A library of shows lists these, unless its episodes are asked for.
    (type === null ? item.type !== 'episode' : Number(type) === TYPE_NUMBERS[item.type]) &&
    (title === undefined || item.title.toLowerCase().includes(title)) &&
    (year === null || Number(year) === item.year)
  )
}

/** The window is asked for in headers, and may be in the query. */
function windowOf(request: SimRequest, name: string): number | undefined {
  const value = request.headers[name.toLowerCase()] ?? request.query.get(name) ?? undefined
  return value === undefined ? undefined : Number(value)
}

function page(request: SimRequest, items: PlexItem[], extra: JsonRecord): Answer {
  const offset = windowOf(request, 'X-Plex-Container-Start') ?? 0
  const size = windowOf(request, 'X-Plex-Container-Size') ?? items.length
  const shown = items.slice(offset, offset + size)
  const guids = request.query.get('includeGuids') === '1'
  return container(request, {
    size: shown.length,
    totalSize: items.length,
    offset,
    allowSync: false,
    ...extra,
    Metadata: shown.map(item => itemResource(item, guids)),
  })
}
