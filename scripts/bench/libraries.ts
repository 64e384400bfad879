import { startWorld } from '../../simulators/src/index.ts'
import { caller, signUp } from './people.ts'
import { type Running, startProcess } from './processes.ts'

const LISTENING = /listening (\d+)/
/** An answer is megabytes long, and held for fifteen seconds: a few of them, one after the other, say it all. */
const ROUNDS = 5
const ANSWERS = 4

/** A manager whose whole library is asked for. */
interface LargeLibrary {
  service_type: 'book_manager' | 'music_manager'
  records: number
  path: string
  start(): Promise<{ url: string; api_key: string; close(): Promise<void> }>
}

const BOOKS: LargeLibrary = {
  service_type: 'book_manager',
  records: 50_000,
  path: '/api/requests/book-library',
  async start() {
    const world = await startWorld({ products: ['chaptarr'], bulk_books: BOOKS.records })
    return { ...world.chaptarr, close: world.close }
  },
}

/** Ten albums to an artist: five thousand of those. */
const ALBUMS: LargeLibrary = {
  service_type: 'music_manager',
  records: 50_000,
  path: '/api/requests/music-library',
  async start() {
    const world = await startWorld({ products: ['lidarr'], bulk_albums: ALBUMS.records })
    return { ...world.lidarr, close: world.close }
  },
}

export interface LibraryMeasures {
  records: number
  answer_mb: number
  /** From asking to the last byte, the manager's own answer included. */
  first_ms: number
  /** What reading, keeping and sending it once added to the server's memory. */
  grown_mb: number
  /** Megabytes per second once it is held, and of a server that does nothing else. */
  cached_mb_per_second: number
  bare_mb_per_second: number
  ratio: number
}

export const measureBookLibrary = (start: () => Promise<Running>) => measureLibrary(start, BOOKS)
export const measureMusicLibrary = (start: () => Promise<Running>) => measureLibrary(start, ALBUMS)

/** The digest of a large library: read in one pass, then answered as it is held. */
async function measureLibrary(
  start: () => Promise<Running>,
  { service_type, records, path, start: startManager }: LargeLibrary,
): Promise<LibraryMeasures> {
  const manager = await startManager()
  const foyer = await start()
  const base = `http://127.0.0.1:${foyer.port}`
  try {
    const { access_token } = await signUp(foyer)
    const { url, api_key } = manager
    await caller(foyer, access_token)('POST', '/api/admin/instances', {
      service_type,
      name: 'Large',
      url,
      api_key,
    })
    const headers = { authorization: `Bearer ${access_token}` }
    // Everything on the way to it is warm; the library is not.
    await fetch(`${base}${path}?instance_id=none`, { headers })
    const before = foyer.resident_mb()
    const began = performance.now()
    const size = await download(`${base}${path}`, headers)
    const first_ms = Math.round(performance.now() - began)
    const grown_mb = Math.round(foyer.resident_mb() - before)
    const answer_mb = Number((size / 1024 ** 2).toFixed(1))
    const held = await againstBare(`${base}${path}`, headers, size)
    return { records, answer_mb, first_ms, grown_mb, ...held }
  } finally {
    await foyer.stop()
    await manager.close()
  }
}

/** The bytes as they are, so that both servers send the same. */
async function download(url: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } })
  if (!answer.ok) throw new Error(`the digest answered ${answer.status}`)
  return (await answer.arrayBuffer()).byteLength
}

async function mbPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now()
  let bytes = 0
  for (let i = 0; i < ANSWERS; i += 1) bytes += await download(url, headers)
  return bytes / 1024 ** 2 / ((performance.now() - began) / 1000)
}

/** Interleaved, so that a slow moment of the machine falls on both; the middle round counts. */
async function againstBare(url: string, headers: Record<string, string>, size: number) {
  const bare = await startProcess(['scripts/bench/bare-server.ts', String(size)], {}, LISTENING)
  try {
    const bareUrl = `http://127.0.0.1:${bare.port}/`
    await mbPerSecond(bareUrl, {})
    const rounds: { ratio: number; cached_mb_per_second: number; bare_mb_per_second: number }[] = []
    for (let i = 0; i < ROUNDS; i += 1) {
      const cached_mb_per_second = Math.round(await mbPerSecond(url, headers))
      const bare_mb_per_second = Math.round(await mbPerSecond(bareUrl, headers))
      rounds.push({
        ratio: cached_mb_per_second / bare_mb_per_second,
        cached_mb_per_second,
        bare_mb_per_second,
      })
    }
    const middle = rounds.sort((a, b) => a.ratio - b.ratio)[Math.floor(ROUNDS / 2)]
    if (!middle) throw new Error('no rounds were run')
    return middle
  } finally {
    await bare.stop()
  }
}

export function describeLibrary(what: string, measured: LibraryMeasures): string[] {
  const { records, answer_mb, first_ms, grown_mb, ratio } = measured
  return [
    `${records} ${what}: read and answered in ${first_ms} ms (${answer_mb} MB), ${grown_mb} MB more resident`,
    `their digest from the cache: ${ratio.toFixed(2)} of bare (${measured.cached_mb_per_second} against ` +
      `${measured.bare_mb_per_second} MB per second)`,
  ]
}
