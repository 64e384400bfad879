import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants } from 'node:zlib'
import { caller, signUp } from './people.ts'
import type { Running } from './processes.ts'

const PARALLEL = 8
/** The largest answer that 1/I lets through, as a few kilobytes of brotli. */
const BOMB_BYTES = 256 * 1024 ** 2 - 2
/** A list that a very large library would send. */
const LIST_BYTES = 48 * 1024 ** 2
/** Memory that is not wanted any more is given back within this time. */
const SETTLE_MS = 15_000

interface Growth {
  /** How the reads were answered, and how many in each way. */
  statuses: Record<string, number>
  elapsed_ms: number
  /** At the worst moment, and some seconds after. */
  peak_mb: number
  after_mb: number
}

export interface AmplificationMeasures {
  bomb_bytes: number
  bomb: Growth
  list_mb: number
  list: Growth
}

/**
 * Eight reads at once through the library-manager proxy: of a bomb, and of an honest list. `start` begins a server
 * with a folder of this name.
 */
export async function measureAmplification(
  start: (name: string) => () => Promise<Running>,
): Promise<AmplificationMeasures> {
  const bomb = compress(`[${' '.repeat(BOMB_BYTES)}]`)
  const list = createList()
  return {
    bomb_bytes: bomb.length,
    bomb: await measure(start('bomb'), bomb, 'br'),
    list_mb: Math.round(list.length / 1024 ** 2),
    list: await measure(start('list'), list, 'identity'),
  }
}

function compress(text: string): Buffer {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 }
  return brotliCompressSync(text, { params })
}

function createList(): Buffer {
  const movie = (id: number) => ({
    id,
    tmdbId: id,
    title: `Movie ${id}`,
    overview: `What happens in movie ${id}. `.repeat(20),
    images: [{ coverType: 'poster', remoteUrl: `https://image.tmdb.org/t/p/original/${id}.jpg` }],
    path: `/movies/Movie ${id} (2020)`,
    monitored: true,
    hasFile: false,
    genres: ['Drama', 'Comedy'],
  })
  const one = JSON.stringify(movie(10_000)).length + 1
  return Buffer.from(JSON.stringify(Array.from({ length: Math.ceil(LIST_BYTES / one) }, (_, i) => movie(i))))
}

/** A Radarr that knows its own status, and answers its movies with these bytes. */
function startManager(movies: Buffer, encoding: string): Promise<Server> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url?.startsWith('/api/v3/movie')) {
      response.setHeader('content-encoding', encoding).end(movies)
    } else if (request.url?.startsWith('/api/v3/system/status')) {
      response.end('{"appName":"Radarr","version":"5.0.0.0"}')
    } else response.writeHead(404).end('{}')
  })
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)))
}

async function measure(start: () => Promise<Running>, movies: Buffer, encoding: string): Promise<Growth> {
  const manager = await startManager(movies, encoding)
  const foyer = await start()
  try {
    const { access_token } = await signUp(foyer)
    // A TCP server that listens has an address with a port.
    const { port } = manager.address() as AddressInfo
    const form = {
      service_type: 'movie_manager',
      name: 'Movies',
      url: `http://127.0.0.1:${port}`,
      api_key: 'k',
    }
    const { id } = (await caller(foyer, access_token)('POST', '/api/admin/instances', form)) as { id: string }
    const headers = { authorization: `Bearer ${access_token}` }
    const read = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${foyer.port}/api/instances/${id}/proxy/api/v3/${path}`, {
        headers,
      })
      // What is sent is of no interest, and must not fill the memory of this process.
      for await (const _ of answer.body ?? []);
      return answer.status
    }
    await read('system/status')
    const before = foyer.resident_mb()
    const began = performance.now()
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => read('movie')))
    const elapsed_ms = Math.round(performance.now() - began)
    const peak_mb = Math.round(foyer.peak_mb() - before)
    await new Promise(resolve => setTimeout(resolve, SETTLE_MS))
    const after_mb = Math.round(foyer.resident_mb() - before)
    return { statuses: countOf(answers), elapsed_ms, peak_mb, after_mb }
  } finally {
    await foyer.stop()
    manager.closeAllConnections()
    manager.close()
  }
}

function countOf(answers: readonly number[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const status of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

export function describeAmplification({ bomb_bytes, bomb, list_mb, list }: AmplificationMeasures): string[] {
  return [
    `${PARALLEL} reads at once of a ${bomb_bytes} byte bomb (256 MiB once decoded): ${describe(bomb)}`,
    `${PARALLEL} reads at once of an honest list of ${list_mb} MB: ${describe(list)}`,
  ]
}

function describe({ statuses, elapsed_ms, peak_mb, after_mb }: Growth): string {
  const answered = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  return (
    `${answered.join(', ')} in ${elapsed_ms} ms, at most ${peak_mb} MB more resident, ` +
    `${after_mb} MB more ${SETTLE_MS / 1000} seconds later`
  )
}
