import { expect, it } from 'vitest'
import { DISCOVERY_PARTS } from '#test/discovery-calls.ts'
import { listen, rawExchange } from '#test/sockets.ts'
import { buildWorld } from '#test/world.ts'

const PATHS = [
  '/api/listsrc/images/media.trakt.tv/images/../a.webp',
  '/api/listsrc/images/media.trakt.tv/images/./a.webp',
  '/api/listsrc/images/media.trakt.tv/images/%2e%2e/a.webp',
  '/api/listsrc/images/media.trakt.tv/images/%2e/a.webp',
  '/api/listsrc/images/media.trakt.tv/images/a/%2E%2E/%2E%2E/b.webp',
  '/api/listsrc/lists/../slug/items',
  '/api/listsrc/lists/./slug/items',
  '/api/listsrc/lists/%2e%2e/slug/items',
  '/api/listsrc/lists/user/../items',
  '/api/listsrc/lists/user/%2e/items',
]

it('refuses dot segments as they stand on the wire, without provider traffic (C19)', async () => {
  const { app, admin, trakt } = await buildWorld(DISCOVERY_PARTS)
  const port = await listen(app)
  for (const path of PATHS) {
    // Most clients tidy an address up before they send it; these bytes go as they are.
    const lines = [
      `GET ${path} HTTP/1.1`,
      'host: foyer',
      `authorization: Bearer ${admin.access_token}`,
      'connection: close',
      '',
      '',
    ]
    const answer = await rawExchange(port, lines.join('\r\n'))
    expect([path, answer.split('\r\n', 1)[0]]).toEqual([path, 'HTTP/1.1 400 Bad Request'])
  }
  expect(trakt.journal.entries).toEqual([])
})
