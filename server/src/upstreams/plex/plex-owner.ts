import { z } from 'zod'
import type { OutboundRequest, Transport } from '#kit/outbound.ts'
import type { OwnerAccount } from '#ports/owner-account.ts'
import { usableAddresses } from './plex-addresses.ts'
import { PLEX, plexHeaders, type PlexIdentity } from './plex-client.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 4 * 1024 * 1024
const APPROVAL_PAGE = 'https://app.plex.tv/auth'

const Pin = z.object({ id: z.number(), code: z.string(), authToken: z.string().nullish() })
const Account = z.object({
  username: z.string().nullish(),
  title: z.string().nullish(),
  email: z.string().nullish(),
})
const Resources = z.array(
  z.object({
    name: z.string(),
    clientIdentifier: z.string(),
    provides: z.string(),
    owned: z.boolean(),
    connections: z
      .array(
        z.object({
          protocol: z.string(),
          address: z.string(),
          port: z.number(),
          uri: z.string(),
          local: z.boolean(),
          relay: z.boolean().default(false),
        }),
      )
      .nullish(),
  }),
)

/** plex.tv: the pin that links an owner's account, and that account's servers (plex.md). */
export function createPlexOwner(external: Transport, plex_tv: string, identity: PlexIdentity): OwnerAccount {
  function send(
    call: Pick<OutboundRequest, 'method' | 'query' | 'accept_statuses' | 'idempotent'> & {
      path: string
      token?: string
      signal: AbortSignal | undefined
    },
  ) {
    const { path, token, signal, ...rest } = call
    return external.send({
      ...rest,
      upstream: PLEX,
      url: `${plex_tv}/api/v2${path}`,
      headers: plexHeaders(identity, token ?? null),
      credential: true,
      timeout_ms: TIMEOUT_MS,
      max_bytes: MAX_BYTES,
      ...(signal && { signal }),
    })
  }

  return {
    async begin(signal) {
      // An unused pin does nothing and expires by itself.
      const answer = await send({
        method: 'POST',
        path: '/pins',
        query: { strong: true },
        idempotent: true,
        signal,
      })
      const { id, code } = answer.json(Pin)
      return { id: String(id), code, url: approvalUrl(identity, code) }
    },
    async check(pin, signal) {
      const path = `/pins/${encodeURIComponent(pin.id)}`
      const answer = await send({ method: 'GET', path, accept_statuses: [404], signal })
      if (answer.status === 404) return 'expired'
      const { authToken } = answer.json(Pin)
      return authToken ? { token: authToken } : null
    },
    async describe(token, signal) {
      const answer = await send({ method: 'GET', path: '/user', token, signal })
      const { username, title, email } = answer.json(Account)
      return { username: username || title || '', email: email ?? '' }
    },
    async listServers(token, signal) {
      const query = { includeHttps: 1, includeRelay: 1, includeIPv6: 1 }
      const answer = await send({ method: 'GET', path: '/resources', query, token, signal })
      const servers = answer.json(Resources).filter(one => one.provides.split(',').includes('server'))
      return servers.map(server => ({
        machine_identifier: server.clientIdentifier,
        name: server.name,
        url: usableAddresses(server.connections ?? [])[0] ?? '',
        owned: server.owned,
      }))
    },
  }
}

function approvalUrl({ client_identifier }: PlexIdentity, code: string): string {
  const query = new URLSearchParams({
    clientID: client_identifier,
    code,
    'context[device][product]': 'Foyer',
  })
  return `${APPROVAL_PAGE}#?${query.toString()}`
}
