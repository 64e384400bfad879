import { artBytes } from '../catalogue/art/art.ts'
import { type Answer, image, type SimRequest, text } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import type { Journal } from '../kit/journal.ts'
import { createSimServer, type SimServer } from '../kit/sim-server.ts'
import type { KnownMusic } from '../musicbrainz/known-music.ts'

export interface CoverArtOptions {
  music: KnownMusic
  now: () => number
  port?: number | undefined
  journal_limit?: number | undefined
}

export interface CoverArtArchive {
  readonly name: string
  /** The archive. */
  readonly url: string
  /** `host:port` of where its pictures lie. */
  readonly storage_host: string
  readonly journal: Journal
  readonly faults: Faults
  /** The storage node's own. */
  readonly storage: Pick<SimServer, 'url' | 'journal' | 'faults'>
  readonly routes: () => string[]
  /** Where the archive sends whoever asks for this record's cover, instead of to its storage. */
  leadTo(id: string, location: string): void
  /** What the storage node has for this record instead of a picture. */
  store(id: string, bytes: Uint8Array, type?: string): void
  close: () => Promise<void>
  assertClean: () => void
}

/** The Cover Art Archive, archive.org and one of its storage nodes, as coverart.md describes the chain. */
export async function startCoverArt(options: CoverArtOptions): Promise<CoverArtArchive> {
  const { music } = options
  const led = new Map<string, string>()
  const stored = new Map<string, Answer>()
  const archive = openServer('coverart', options, options.port)
  const storage = openServer('coverart-storage', options, undefined)

  archive.route('GET /release-group/:id/:picture', request => {
    const id = music.canonical(request.params['id'] ?? '')
    const size = /^front(?:-(250|500|1200))?$/.exec(request.params['picture'] ?? '')
    if (!size) return text('not supported for release groups.', 400)
    const group = music.groups.get(id)
    const location = led.get(id)
    if (location) return redirect(307, location)
    if (!group?.cover_path && !stored.has(id)) return text(`No cover art found for release group ${id}`, 404)
    const release = group?.release_id ?? id
    const thumb = size[1] ? `_thumb${size[1]}` : ''
    // Without a scheme: whoever follows must take that of the address before.
    const prefix = storage.url.replace(/^https?:/, '')
    return redirect(307, `${prefix}/download/mbid-${release}/${id}-39000000001${thumb}.jpg`)
  })
  storage.route('GET /download/:item/:file', ({ params }) =>
    redirect(302, `${storage.url}/0/items/${params['item']}/${params['file']}`),
  )
  storage.route('GET /0/items/:item/:file', request => picture(request, music, stored))
  await archive.listen()
  await storage.listen()

  return {
    name: archive.name,
    url: archive.url,
    storage_host: new URL(storage.url).host,
    journal: archive.journal,
    faults: archive.faults,
    storage,
    routes: () => [...archive.routes(), ...storage.routes()],
    leadTo: (id, location) => void led.set(id, location),
    store: (id, bytes, type = 'image/jpeg') =>
      void stored.set(id, { status: 200, headers: { 'content-type': type }, bytes }),
    async close() {
      await Promise.all([archive.close(), storage.close()])
    },
    assertClean() {
      archive.assertClean()
      storage.assertClean()
    },
  }
}

function openServer(name: string, options: CoverArtOptions, port: number | undefined): SimServer {
  return createSimServer({
    name,
    port,
    journal_limit: options.journal_limit,
    now: options.now,
    authorise: () => null,
    notFound: () => text('Not Found', 404),
    refuse: status => text('Something went wrong.', status),
    refuseKey: () => text('Forbidden', 403),
  })
}

function redirect(status: number, location: string): Answer {
  return { status, headers: { location } }
}

function picture({ params }: SimRequest, music: KnownMusic, stored: ReadonlyMap<string, Answer>): Answer {
  const [, id = '', size = '600'] = /^(.{36})-\d+(?:_thumb(\d+))?\.jpg$/.exec(params['file'] ?? '') ?? []
  const instead = stored.get(id)
  if (instead) return instead
  const path = music.groups.get(id)?.cover_path
  const bytes = path ? artBytes(path.slice(1), `w${size}`) : null
  return bytes ? image(bytes) : text('Item not available', 404)
}
