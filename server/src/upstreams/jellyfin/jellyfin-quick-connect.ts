import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import { AccountRefused, type QuickConnect } from '#ports/media-server.ts'
import { createMediaBrowserClient, type MediaBrowserProduct } from '../media-browser/media-browser-client.ts'
import { provenAccount, SignedIn } from '../media-browser/media-browser-sign-in.ts'

const Begun = z.object({ Code: z.string(), Secret: z.string() })
const State = z.object({ Authenticated: z.boolean() })

/** jellyfin.md, "Quick Connect". None of these calls needs the server's key, so none sends it. */
export function createJellyfinQuickConnect(internal: Transport, product: MediaBrowserProduct): QuickConnect {
  const client = createMediaBrowserClient(internal, product)
  return {
    async isOffered(connection, signal) {
      const answer = await client.send(connection, { path: '/QuickConnect/Enabled', token: null, signal })
      return answer.json(z.boolean())
    },

    async begin(connection, signal) {
      const answer = await client.send(connection, {
        method: 'POST',
        path: '/QuickConnect/Initiate',
        token: null,
        accept_statuses: [401],
        signal,
      })
      if (answer.status === 401) return null
      const { Code, Secret } = answer.json(Begun)
      return { code: Code, secret: Secret }
    },

    async check(connection, secret, signal) {
      const state = await client.send(connection, {
        path: '/QuickConnect/Connect',
        query: { secret },
        token: null,
        // 401: it was turned off after the code was made.
        accept_statuses: [401, 404],
        signal,
      })
      if (state.status !== 200) return 'expired'
      if (!state.json(State).Authenticated) return 'pending'
      const answer = await client.send(connection, {
        method: 'POST',
        path: '/Users/AuthenticateWithQuickConnect',
        json: { Secret: secret },
        token: null,
        accept_statuses: [400, 401, 403],
        signal,
      })
      if (answer.status === 400) return 'expired'
      if (answer.status !== 200) throw new AccountRefused('account_refused')
      return provenAccount(client, connection, answer.json(SignedIn), signal)
    },
  }
}
