import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { PinAccount } from '#ports/owner-account.ts'
import { createPlexTvCall, type PlexIdentity } from './plex-client.ts'

const APPROVAL_PAGE = 'https://app.plex.tv/auth'

const Pin = z.object({ id: z.number(), code: z.string(), authToken: z.string().nullish() })
const Account = z.object({
  id: z.number(),
  username: z.string().nullish(),
  title: z.string().nullish(),
  email: z.string().nullish(),
})

/** plex.tv: pins, and the account behind a token (plex.md, "Sign-in with a pin"). */
export function createPlexPins(external: Transport, plex_tv: string, identity: PlexIdentity): PinAccount {
  const call = createPlexTvCall(external, plex_tv, identity)
  return {
    async begin(signal) {
      // An unused pin does nothing and expires by itself.
      const answer = await call({
        method: 'POST',
        path: '/api/v2/pins',
        query: { strong: true },
        idempotent: true,
        signal,
      })
      const { id, code } = answer.json(Pin)
      return { id: String(id), code, url: approvalUrl(identity, code) }
    },
    async check(pin, signal) {
      const path = `/api/v2/pins/${encodeURIComponent(pin.id)}`
      const answer = await call({ method: 'GET', path, accept_statuses: [404], signal })
      if (answer.status === 404) return 'expired'
      const { authToken } = answer.json(Pin)
      return authToken ? { token: authToken } : null
    },
    async describe(token, signal) {
      const answer = await call({ method: 'GET', path: '/api/v2/user', token, signal })
      const { id, username, title, email } = answer.json(Account)
      return { id: String(id), username: username || title || '', email: email ?? '' }
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
