import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { BOOK } from '@foyer/simulators'
import { afterTest, temporaryFolder } from './engines.ts'
import { freePort } from './loopback-servers.ts'
import { startSimulators } from './managers.ts'

/** A folder with an installed Audiobookshelf: if set, the tests of the adapter also run against that server. */
const REAL_FOLDER = process.env['FOYER_REAL_AUDIOBOOKSHELF']

export const SHELVES = REAL_FOLDER ? (['simulated', 'real'] as const) : (['simulated'] as const)

/** The title of every item: only identifiers tell them apart. */
export const TITLE = 'The Tidewater Ledger'

export interface ShelfItem {
  library: 0 | 1
  narrator: string
  asin?: string
  isbn?: string
  tags?: readonly string[]
  explicit?: boolean
  /** False: an ebook file alone. */
  audio?: boolean
}

/** Audiobookshelf with two libraries of books, reached as any client does: over HTTP. */
export interface Shelf<I extends string> {
  url: string
  /** Acts as root. */
  api_key: string
  library_ids: [string, string]
  library_names: [string, string]
  item_ids: Record<I, string>
}

export function openShelf<I extends string>(
  kind: (typeof SHELVES)[number],
  items: Record<I, ShelfItem>,
): Promise<Shelf<I>> {
  return kind === 'real' ? startRealShelf(REAL_FOLDER ?? '', items) : simulateShelf(items)
}

async function simulateShelf<I extends string>(items: Record<I, ShelfItem>): Promise<Shelf<I>> {
  const { audiobookshelf } = await startSimulators({ products: ['audiobookshelf'] })
  const libraries = ['Spoken', 'Far away'].map(name => audiobookshelf.addLibrary(name, `/${name}`, 'book'))
  const [first, second] = libraries
  if (!first || !second) throw new Error('two libraries were added')
  const entries = Object.entries<ShelfItem>(items).map(([name, item]) => {
    const { library, narrator, tags, explicit, audio, asin = null, isbn = null } = item
    const own = {
      narrator,
      asin,
      isbn,
      ...(tags && { tags }),
      explicit: explicit ?? false,
      audio: audio ?? true,
    }
    const placed = audiobookshelf.addBook(BOOK.tidewater, {
      ...own,
      library: library === 0 ? first.id : second.id,
    })
    return [name, placed.id]
  })
  return {
    url: audiobookshelf.url,
    api_key: audiobookshelf.api_key,
    library_ids: [first.id, second.id],
    library_names: [first.name, second.name],
    item_ids: Object.fromEntries(entries) as Record<I, string>,
  }
}

/** A call with or without a token. The body is parsed if it is JSON. */
export async function callShelf(
  url: string,
  request: {
    method?: string
    path: string
    token?: string
    headers?: Record<string, string>
    json?: unknown
  },
): Promise<{ status: number; body: ReturnType<typeof JSON.parse>; text: string }> {
  const { method = request.json === undefined ? 'GET' : 'POST', path, token, headers, json } = request
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  const is_json = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: is_json ? JSON.parse(text) : undefined, text }
}

/** A server of its own in a fresh folder, on loopback alone. `ffmpeg` and `ffprobe` must be on the path. */
async function startRealShelf<I extends string>(
  folder: string,
  items: Record<I, ShelfItem>,
): Promise<Shelf<I>> {
  const home = temporaryFolder('foyer-shelf-')
  const url = `http://127.0.0.1:${await freePort()}`
  const child = spawn(process.execPath, ['index.js'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: new URL(url).port,
      CONFIG_PATH: join(home, 'config'),
      METADATA_PATH: join(home, 'metadata'),
      // Nothing is downloaded, and sign-ins of a whole suite are not limited.
      SKIP_BINARIES_CHECK: '1',
      FFMPEG_PATH: 'ffmpeg',
      FFPROBE_PATH: 'ffprobe',
      RATE_LIMIT_AUTH_MAX: '1000',
    },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  afterTest(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const ping = () => callShelf(url, { path: '/healthcheck' }).catch(() => null)
  await until('the server answers', async () => (await ping())?.status === 200)

  const root = { username: 'root', password: 'bell-and-book' }
  await ask(url, { path: '/init', json: { newRoot: root } })
  const { user } = await ask(url, { path: '/login', json: root })
  const as_root = { token: user.accessToken as string }
  const key = { name: 'Foyer', userId: user.id, isActive: true }
  const { apiKey } = await ask(url, { ...as_root, path: '/api/api-keys', json: key })

  const library_names: [string, string] = ['Spoken', 'Far away']
  const library_ids = await Promise.all(
    library_names.map(async (name, i) => {
      const fullPath = join(home, String(i))
      writeItems(
        fullPath,
        Object.entries<ShelfItem>(items).filter(([, item]) => item.library === i),
      )
      const json = { name, folders: [{ fullPath }], mediaType: 'book', provider: 'audible' }
      const { id } = await ask(url, { ...as_root, path: '/api/libraries', json })
      return id as string
    }),
  )
  const [first, second] = library_ids
  if (!first || !second) throw new Error('two libraries were added')
  const item_ids = await scan(url, as_root, library_ids, items)
  return { url, api_key: apiKey.apiKey, library_ids: [first, second], library_names, item_ids }
}

async function ask(url: string, request: Parameters<typeof callShelf>[1]) {
  const { status, body, text } = await callShelf(url, request)
  if (status !== 200) throw new Error(`${request.path} answered ${status} ${text}`)
  return body
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 240; i++) {
    if (await isSo()) return
    await pause(250)
  }
  throw new Error(`waited for a minute until ${what}`)
}

/** One folder for each item, named like it. */
function writeItems(library: string, items: readonly [string, ShelfItem][]): void {
  mkdirSync(library, { recursive: true })
  for (const [name, { audio = true }] of items) {
    const folder = join(library, 'Ines Moor', name)
    mkdirSync(folder, { recursive: true })
    if (audio) writeFileSync(join(folder, 'part1.wav'), silence())
    else writeFileSync(join(folder, 'book.pdf'), '%PDF-1.4\n%%EOF\n')
  }
}

/** One second, 8 bits at 8 kHz. */
function silence(): Buffer {
  const samples = Buffer.alloc(8000, 0x80)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

/** Scans the items on disk, then sets the metadata that a person would enter. */
async function scan<I extends string>(
  url: string,
  as_root: { token: string },
  library_ids: readonly string[],
  items: Record<I, ShelfItem>,
): Promise<Record<I, string>> {
  const found = new Map<string, string>()
  for (const library of library_ids)
    await callShelf(url, { ...as_root, method: 'POST', path: `/api/libraries/${library}/scan` })
  await until('all items are scanned', async () => {
    for (const library of library_ids) {
      const path = `/api/libraries/${library}/items?limit=0&minified=1`
      for (const row of (await ask(url, { ...as_root, path })).results)
        found.set(String(row.relPath).split('/').at(-1) ?? '', row.id)
    }
    return found.size === Object.keys(items).length
  })
  for (const [name, item] of Object.entries<ShelfItem>(items)) {
    const { narrator, asin = null, isbn = null, explicit = false, tags = [] } = item
    const metadata = { title: TITLE, narrators: [narrator], asin, isbn, explicit }
    const path = `/api/items/${found.get(name)}/media`
    await ask(url, { ...as_root, method: 'PATCH', path, json: { metadata, tags } })
  }
  return Object.fromEntries(found) as Record<I, string>
}
