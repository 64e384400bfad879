import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeAmplification, measureAmplification } from './bench/amplification.ts'
import { describeChat, measureChat } from './bench/chat.ts'
import { drawChart } from './bench/chart.ts'
import { describeComparison, LATEST, type Measured, readEarlier } from './bench/comparison.ts'
import { describeDownloads, measureDownloads } from './bench/downloads.ts'
import { describeLibrary, measureBookLibrary, measureMusicLibrary } from './bench/libraries.ts'
import { SERVER_FLAGS, startProcess } from './bench/processes.ts'
import { describeReads, measureReads, type ReadMeasures } from './bench/reads.ts'
import { describeRequests, measureRequests } from './bench/requests.ts'
import { describeSearch, measureSearch } from './bench/search.ts'
import { describeStart, measureStart } from './bench/start-up.ts'
import { describeStreams, measureStreams } from './bench/streams.ts'
import { describeTools, measureTools } from './bench/tools.ts'
import { bundle } from './bundle.ts'
import { ensureBuilt } from './stamp.js'

/**
 * `npm run bench`: ratios within one run on one machine, and facts of the built server, beside those of the last
 * release. Nothing asserts a time.
 * `npm run bench -- reads requests` runs only these parts, prints them and writes no document.
 */
const ANSWER_BYTES = 20_480
const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
const dataOf = (name: string) => join(folder, name)
const env = (name: string) => ({
  APP_DATA_DIR: dataOf(name),
  APP_BIND: '127.0.0.1',
  APP_LOG_LEVEL: 'warn',
  PORT: '0',
})

function startBuilt() {
  return startProcess([...SERVER_FLAGS, 'scripts/start.js'], env('start'), /http:\/\/[^:]+:(\d+)/)
}

/** The server with the two routes of foyer-server.ts, on data of its own. */
const startFoyer =
  (name: string) =>
  (more: Record<string, string> = {}) =>
    startProcess(
      [...SERVER_FLAGS, 'dist/bench/foyer-server.js', String(ANSWER_BYTES)],
      { ...env(name), ...more },
      /listening (\d+)/,
    )

interface Part {
  measured: object
  lines: string[]
}

async function part<M extends object>(measuring: Promise<M>, describe: (m: M) => string[]): Promise<Part> {
  const measured = await measuring
  return { measured, lines: describe(measured) }
}

/** A part is one line here: what it measures, and how that is printed. */
const PARTS: Record<string, () => Promise<Part>> = {
  start: () => part(measureStart(startBuilt), describeStart),
  reads: () => part(measureReads({ start: startFoyer('reads'), data: dataOf('reads') }), describeReads),
  requests: () => part(measureRequests(startFoyer('requests'), dataOf('requests')), describeRequests),
  search: () => part(measureSearch(startFoyer('search')), describeSearch),
  book_library: () => part(measureBookLibrary(startFoyer('books')), m => describeLibrary('book records', m)),
  music_library: () => part(measureMusicLibrary(startFoyer('music')), m => describeLibrary('albums', m)),
  amplification: () => part(measureAmplification(startFoyer), describeAmplification),
  downloads: () => part(measureDownloads(startFoyer('downloads')), describeDownloads),
  tools: () => part(measureTools(startFoyer('tools')), describeTools),
  chat: () => part(measureChat(startFoyer('chat')), describeChat),
  streams: () => part(measureStreams(startFoyer('streams')), describeStreams),
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter(name => !(name in PARTS))
if (unknown.length > 0)
  throw new Error(`Unknown: ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}`)

ensureBuilt()
await bundle('scripts/bench/foyer-server.ts', join('dist', 'bench', 'foyer-server.js'))
const measured: Measured = {}
const earlier = readEarlier()
for (const [name, run] of Object.entries(PARTS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const done = await run()
  for (const line of done.lines) process.stdout.write(`${line}\n`)
  measured[name] = done.measured
}
for (const line of describeComparison(measured, earlier)) process.stdout.write(`${line}\n`)
if (chosen.length === 0) {
  mkdirSync('docs/bench', { recursive: true })
  writeFileSync(LATEST, `${JSON.stringify(measured, null, 2)}\n`)
  writeFileSync('docs/bench/throughput.svg', drawChart((measured['reads'] as ReadMeasures).cases))
}
rmSync(folder, { recursive: true, force: true })
