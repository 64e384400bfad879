import { randomBytes } from 'node:crypto'
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { MOVIE, startWorld } from '../../simulators/src/index.ts'
import { caller, signUp } from './people.ts'
import { type Running, startProcess } from './processes.ts'

const LISTENING = /listening (\d+)/
const MB = 1024 ** 2
const FILE_MB = 256
const ROUNDS = 3
const PARALLEL = 50
const SPARSE_MB = 1024
const PARALLEL_MS = 5000

export interface DownloadMeasures {
  mb_per_second: number
  bare_mb_per_second: number
  ratio: number
  parallel: number
  parallel_mb: number
  before_mb: number
  peak_mb: number
  after_mb: number
}

/** Takes an answer to its end without keeping any of it. */
function take(port: number, path: string): { done: Promise<number>; socket: Socket; bytes(): number } {
  let bytes = 0
  const { promise: done, resolve, reject } = Promise.withResolvers<number>()
  const buffer = Buffer.allocUnsafe(256 * 1024)
  const onread = { buffer, callback: (count: number) => ((bytes += count), true) }
  const socket = connect({ port, host: '127.0.0.1', onread })
  socket.on('error', reject).on('close', () => resolve(bytes))
  socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\nconnection: close\r\n\r\n`)
  return { done, socket, bytes: () => bytes }
}

async function mbPerSecond(port: number, path: string): Promise<number> {
  const began = performance.now()
  const bytes = await take(port, path).done
  if (bytes < FILE_MB * MB) throw new Error(`only ${bytes} bytes arrived`)
  return bytes / MB / ((performance.now() - began) / 1000)
}

/** Interleaved, so that a slow moment of the machine falls on both; the middle round counts. */
async function againstBare(foyer: Running, path: string, file: string) {
  const bare = await startProcess(['scripts/bench/bare-file-server.ts', file], {}, LISTENING)
  try {
    await mbPerSecond(bare.port, '/')
    await mbPerSecond(foyer.port, path)
    const rounds: { ratio: number; mb_per_second: number; bare_mb_per_second: number }[] = []
    for (let i = 0; i < ROUNDS; i += 1) {
      const bare_mb_per_second = await mbPerSecond(bare.port, '/')
      const mb_per_second = await mbPerSecond(foyer.port, path)
      rounds.push({ ratio: mb_per_second / bare_mb_per_second, mb_per_second, bare_mb_per_second })
    }
    const middle = rounds.sort((a, b) => a.ratio - b.ratio)[Math.floor(ROUNDS / 2)]
    if (!middle) throw new Error('no rounds were run')
    return middle
  } finally {
    await bare.stop()
  }
}

/** Many at once, for a few seconds each: what they hold shows at once, and nothing may add to it. */
async function inParallel(foyer: Running, path: string) {
  const before_mb = foyer.resident_mb()
  const running = Array.from({ length: PARALLEL }, () => take(foyer.port, path))
  let peak_mb = before_mb
  const ends = performance.now() + PARALLEL_MS
  while (performance.now() < ends) {
    await new Promise(resolve => setTimeout(resolve, 200))
    peak_mb = Math.max(peak_mb, foyer.resident_mb())
  }
  for (const { socket } of running) socket.destroy()
  await Promise.all(running.map(({ done }) => done))
  await new Promise(resolve => setTimeout(resolve, 500))
  const parallel_mb = running.reduce((sum, { bytes }) => sum + bytes() / MB, 0)
  return { parallel: PARALLEL, parallel_mb, before_mb, peak_mb, after_mb: foyer.resident_mb() }
}

function writeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, 'w')
  const piece = randomBytes(MB)
  for (let i = 0; i < FILE_MB; i += 1) writeSync(file, piece)
  closeSync(file)
}

function writeSparse(path: string): void {
  const file = openSync(path, 'w')
  ftruncateSync(file, SPARSE_MB * MB)
  closeSync(file)
}

/** Completed media over loopback, against a server that does nothing but stream the same file. */
export async function measureDownloads(
  start: (env: Record<string, string>) => Promise<Running>,
): Promise<DownloadMeasures> {
  const root = mkdtempSync(join(tmpdir(), 'foyer-bench-media-'))
  const world = await startWorld({ products: ['radarr'] })
  const foyer = await start({ APP_MEDIA_ROOTS: root })
  try {
    const { path, file } = world.radarr.addMovie(MOVIE.with_file, { file: 'Bluray-1080p' })
    const local = join(root, path, file?.relative_path ?? '')
    const { access_token } = await signUp(foyer)
    const call = caller(foyer, access_token)
    const { url, api_key } = world.radarr
    const media_path_mappings = [{ source_path: '/', local_path: root }]
    const form = { service_type: 'movie_manager', name: 'Movies', url, api_key, media_path_mappings }
    const { id: instance_id } = (await call('POST', '/api/admin/instances', form)) as { id: string }
    writeFile(local)
    const asked = { instance_id, file_id: file?.id }
    const ticket = (await call('POST', '/api/media-files/tickets', asked)) as { url: string }
    const speed = await againstBare(foyer, ticket.url, local)
    writeSparse(local)
    return { ...speed, ...(await inParallel(foyer, ticket.url)) }
  } finally {
    await foyer.stop()
    await world.close()
    rmSync(root, { recursive: true, force: true })
  }
}

export function describeDownloads(measured: DownloadMeasures): string[] {
  const { ratio, mb_per_second, bare_mb_per_second, parallel, parallel_mb } = measured
  const [before, peak, after] = [measured.before_mb, measured.peak_mb, measured.after_mb].map(Math.round)
  return [
    `a download: ${ratio.toFixed(2)} of a bare file stream (${Math.round(mb_per_second)} against ` +
      `${Math.round(bare_mb_per_second)} MB per second)`,
    `${parallel} parallel transfers of 1 GB files (${Math.round(parallel_mb)} MB sent): ` +
      `${before} MB resident before, at most ${peak} during, ${after} after`,
  ]
}
