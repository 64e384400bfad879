import type { Catalogue } from '../catalogue/catalogue.ts'
import { json, type SimRequest, text } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import { hexOf } from '../kit/ids.ts'
import type { Journal } from '../kit/journal.ts'
import { asRecord, textIn } from '../kit/json.ts'
import { createRandom } from '../kit/random.ts'
import { createSimServer, type SimServer } from '../kit/sim-server.ts'
import { createTimeline, MINUTE_MS, type SimClock, type Timeline } from '../kit/time.ts'
import {
  nodeResource,
  pieResource,
  statisticsResource,
  type TdarrJob,
  type TdarrLibrary,
  type TdarrNode,
  type WorkerType,
} from './tdarr-model.ts'

export interface TdarrOptions {
  name?: string | undefined
  catalogue: Catalogue
  clock: SimClock
  seed: string
  port?: number | undefined
  journal_limit?: number | undefined
  /** Authentication is off unless a key is given (tdarr.md, "Access"). */
  api_key?: string | undefined
}

export interface JobWish {
  type?: WorkerType
  duration_ms?: number
  progress?: number
}

export interface Tdarr {
  readonly name: string
  readonly url: string
  /** null: anybody may ask, as it is by default. */
  readonly api_key: string | null
  readonly journal: Journal
  readonly faults: Faults
  readonly routes: () => string[]
  readonly nodes: TdarrNode[]
  readonly libraries: TdarrLibrary[]
  /** Puts a file to work on a node; it finishes by itself and counts as a success. */
  startJob: (file: string, wish?: JobWish) => TdarrJob
  /** Turns authentication on with this key, or off with null. */
  requireKey: (key: string | null) => void
  /** Older servers have no `stats/get-pies`. */
  withoutPies: (without: boolean) => void
  settle: () => void
  close: () => Promise<void>
  assertClean: () => void
}

interface Model {
  nodes: TdarrNode[]
  libraries: TdarrLibrary[]
  switches: { without_pies: boolean; api_key: string | null }
  now: () => number
  started: number
}

/** Tdarr, API v2, as far as tdarr.md reads it. */
export async function startTdarr(options: TdarrOptions): Promise<Tdarr> {
  const name = options.name ?? 'tdarr'
  const switches = { without_pies: false, api_key: options.api_key ?? null }
  const timeline = createTimeline(options.clock)
  const server = createSimServer({
    name,
    port: options.port,
    journal_limit: options.journal_limit,
    now: timeline.now,
    settle: timeline.settle,
    authorise: request => refusal(request, switches.api_key),
    // The web port answers the client's page to whatever it does not know.
    notFound: () => text('<!doctype html><title>Tdarr</title>', 200, 'text/html'),
    refuse: status => text('Error', status),
    refuseKey: () => text('Invalid API key', 401),
  })
  const model: Model = {
    nodes: firstNodes(),
    libraries: firstLibraries(options.catalogue),
    switches,
    now: timeline.now,
    started: timeline.now(),
  }
  routeReads(server, model)
  routeStatistics(server, model)
  await server.listen()

  return {
    name,
    url: server.url,
    get api_key() {
      return switches.api_key
    },
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    nodes: model.nodes,
    libraries: model.libraries,
    startJob: (file, wish = {}) => startJob(model, timeline, { file, ...wish }),
    requireKey(key) {
      switches.api_key = key
    },
    withoutPies(without) {
      switches.without_pies = without
    },
    settle: timeline.settle,
    close: server.close,
    assertClean: server.assertClean,
  }
}

function refusal(request: SimRequest, apiKey: string | null) {
  if (apiKey === null || request.headers['x-api-key'] === apiKey) return null
  return text('Invalid API key', 401)
}

function routeReads(server: SimServer, model: Model): void {
  server.route('GET /api/v2/status', () =>
    json({
      status: 'good',
      isProduction: true,
      os: 'linux',
      version: '2.77.01',
      buildDate: '2026_05_29T12_20_24z',
      uptime: Math.round((model.now() - model.started) / 1000),
    }),
  )
  server.route('POST /api/v2/is-server-alive', () => json({ isAlive: true }))
  server.route('GET /api/v2/get-nodes', () =>
    json(Object.fromEntries(model.nodes.map(node => [node.id, nodeResource(node, model.now())]))),
  )
}

function dataOf(request: SimRequest) {
  return asRecord(asRecord(request.body)['data'])
}

function routeStatistics(server: SimServer, { libraries, switches }: Model): void {
  // Also the endpoint that writes and wipes: anything but the two known reads is refused here, loudly.
  server.route('POST /api/v2/cruddb', request => {
    const { collection, mode, docID } = dataOf(request)
    if (collection === 'LibrarySettingsJSONDB' && mode === 'getAll') {
      return json(libraries.map((library, priority) => librarySettings(library, priority)))
    }
    if (collection === 'StatisticsJSONDB' && mode === 'getById' && docID === 'statistics') {
      return json(statisticsResource(libraries))
    }
    return text('Forbidden', 403)
  })
  server.route('POST /api/v2/stats/get-pies', request => {
    if (switches.without_pies) return text('Not Found', 404)
    const id = textIn(dataOf(request), 'libraryId') ?? ''
    return json({ pieStats: pieResource(id === '' ? libraries : libraries.filter(one => one.id === id)) })
  })
}

/** The real documents are about 15 KB, with paths and plugin settings a client must drop. */
function librarySettings(library: TdarrLibrary, priority: number) {
  return {
    _id: library.id,
    name: library.name,
    priority,
    folder: library.folder,
    cache: '/temp',
    output: '',
    pluginIDs: Array.from({ length: 40 }, (_, i) => ({
      _id: `plugin${i}`,
      id: 'Tdarr_Plugin_simulated',
      checked: true,
      source: 'Community',
      InputsDB: { note: 'x'.repeat(200) },
    })),
  }
}

function startJob(model: Model, timeline: Timeline, wish: JobWish & { file: string }): TdarrJob {
  const type = wish.type ?? 'transcodegpu'
  const duration_ms = wish.duration_ms ?? 20 * MINUTE_MS
  const node = model.nodes.find(
    one => !one.paused && one.jobs.filter(job => job.type === type).length < one.limits[type],
  )
  if (!node) throw new Error(`no node has room for ${type}`)
  const random = createRandom(`${wish.file}:${timeline.now()}`)
  const job: TdarrJob = {
    id: hexOf(`${wish.file}:${timeline.now()}`, 6),
    type,
    file: wish.file,
    size_gb: Math.round((1 + random.next() * 6) * 100) / 100,
    started_at: timeline.now() - duration_ms * (wish.progress ?? 0),
    duration_ms,
    fps: random.int(40, 180),
    flow: true,
  }
  node.jobs.push(job)
  timeline.after(job.started_at + duration_ms - timeline.now(), () => {
    const at = node.jobs.indexOf(job)
    // Somebody took it away.
    if (at < 0) return
    node.jobs.splice(at, 1)
    const library = model.libraries.find(one => wish.file.startsWith(one.folder))
    if (!library) return
    const health = type.startsWith('health')
    const counts = health ? library.healthcheck : library.transcode
    const done = health ? 'Success' : 'Transcode success'
    counts[done] = (counts[done] ?? 0) + 1
    if (!health) library.size_diff += Math.round(job.size_gb * 45) / 100
  })
  return job
}

function firstNodes(): TdarrNode[] {
  const nothing = { transcodecpu: 0, transcodegpu: 0, healthcheckcpu: 0, healthcheckgpu: 0 }
  return [
    {
      id: 'nodeA1',
      name: 'gpu-box',
      paused: false,
      limits: { transcodecpu: 1, transcodegpu: 2, healthcheckcpu: 1, healthcheckgpu: 0 },
      queued: { ...nothing, transcodegpu: 3, healthcheckcpu: 1 },
      jobs: [],
    },
    {
      id: 'nodeB2',
      name: 'cpu-box',
      paused: true,
      limits: { transcodecpu: 2, transcodegpu: 0, healthcheckcpu: 1, healthcheckgpu: 0 },
      queued: nothing,
      jobs: [],
    },
  ]
}

function firstLibraries(catalogue: Catalogue): TdarrLibrary[] {
  const library = (id: string, name: string, folder: string, files: number): TdarrLibrary => ({
    id,
    name,
    folder,
    files,
    transcode: {
      'Not required': Math.round(files * 0.55),
      'Transcode success': Math.round(files * 0.38),
      'Transcode error': 2,
      Queued: Math.round(files * 0.05),
      // In no table of the statistics document: its counts do not add up to the files.
      Ignored: Math.round(files * 0.02),
      Cancelled: 1,
    },
    healthcheck: { Success: Math.round(files * 0.94), Error: 3, Queued: Math.round(files * 0.03) },
    size_diff: Math.round(files * 42) / 100,
  })
  const episodes = catalogue.shows.flatMap(show => show.seasons).flatMap(season => season.episodes)
  return [
    library('WratRWZpe', 'Shows', '/media/tv', episodes.length),
    library('kd93Ksa2x', 'Movies', '/media/movies', catalogue.movies.length),
  ]
}
