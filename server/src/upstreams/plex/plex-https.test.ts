import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { MOVIE, startWorld } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { createLoopbackCertificate } from '#test/certificate.ts'
import { afterTest } from '#test/engines.ts'
import { serveHttpsInFrontOf } from '#test/loopback-servers.ts'
import { createPlexTitles } from './plex-titles.ts'

const signal = new AbortController().signal

function trust(cert: string): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, cert])
  afterTest(async () => setDefaultCACertificates(before))
}

/** The same server over plain http, which plex.tv names first, and over https, which the admin entered. */
async function openBoth(parts: { trusted: boolean }) {
  const world = await startWorld({ products: ['plexTv', 'plex'] })
  afterTest(() => world.close())
  const { plex, plexTv } = world
  const certificate = createLoopbackCertificate()
  if (parts.trusted) trust(certificate.cert)
  const secure = await serveHttpsInFrontOf(plex.url, certificate)
  afterTest(async () => secure[Symbol.asyncDispose]())
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'test' })
  afterTest(() => outbound.destroy())
  const identity = { client_identifier: 'foyer-test', version: '1' }
  const { find } = createPlexTitles(outbound, plexTv.url, identity)
  const { token: api_key, machine_identifier } = plex
  const connection = { url: secure.origin, api_key, machine_identifier }
  const movie = { kind: 'movie', tmdb_id: MOVIE.with_file } as const
  return {
    secure,
    find: () => find(connection, 'ellen@example.org', movie, signal),
    withToken: () => plex.journal.entries.filter(one => one.headers['x-plex-token'] !== undefined),
  }
}

describe('a Plex server with an https and a plain address (2:4.13.6, C41)', () => {
  it('receives the token over https only', async () => {
    const { find, secure, withToken } = await openBoth({ trusted: true })
    expect(await find()).toMatchObject({ state: 'found' })
    const reads = secure.seen.filter(one => one !== 'GET /identity')
    expect(reads.length).toBeGreaterThan(1)
    expect(withToken()).toHaveLength(reads.length)
  })

  it('receives nothing over https with a certificate that nobody vouches for', async () => {
    const { find, secure, withToken } = await openBoth({ trusted: false })
    expect(await find()).toMatchObject({ state: 'found' })
    expect(secure.seen).toEqual([])
    expect(withToken().length).toBeGreaterThan(1)
  })
})
