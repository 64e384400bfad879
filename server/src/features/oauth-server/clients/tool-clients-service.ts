import type { ToolAuthorization } from '@foyer/contract/sign-in/sign-in-flow'
import { type RegisteredClient, TOOL_SCOPE } from '@foyer/contract/tool-access/oauth-server'
import type { z } from 'zod'
import type { Database, Db } from '#db/database.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import {
  acceptAuthorization,
  faultOfReturn,
  type GivenAuthorization,
  type NoReturn,
} from '../authorize/authorization-rules.ts'
import * as store from './client-store.ts'
import { OauthError } from '../oauth-error.ts'
import { readRegistration } from './registration-rules.ts'
import type { ToolAddresses } from '../grants/tool-access.ts'

/** Anybody may register; those that nobody ever used are bounded, and the oldest go first. */
export const MAX_UNUSED_CLIENTS = 1000

/** A checked authorization request and the client that sent it. */
export interface Accepted {
  client: store.ToolClient
  oauth: ToolAuthorization
}

/** The outcome of the checks. `refused`: the error goes to the redirect address of the client. */
export type Checked =
  | { kind: 'accepted'; accepted: Accepted }
  | { kind: 'refused'; error: OauthError; redirect_uri: string; state: string | undefined }
  | { kind: 'no_return'; reason: NoReturn }

/** Tool clients and their authorization requests. */
export function createClients({ database, clock }: { database: Database; clock: Clock }) {
  async function check(db: Db, given: GivenAuthorization, { mcp_url }: ToolAddresses): Promise<Checked> {
    const { client_id = '', redirect_uri = '', state } = given.values
    const client = await store.findClient(db, client_id)
    const reason = faultOfReturn(given, client)
    if (!client || reason !== null) return { kind: 'no_return', reason: reason ?? 'unknown_client' }
    try {
      return { kind: 'accepted', accepted: { client, oauth: acceptAuthorization(given, mcp_url) } }
    } catch (error) {
      if (!(error instanceof OauthError)) throw error
      return { kind: 'refused', error, redirect_uri, state }
    }
  }

  return {
    check: (given: GivenAuthorization, addresses: ToolAddresses): Promise<Checked> =>
      check(database.read, given, addresses),

    /** For those who get an answer instead of a redirect. */
    async accept(db: Db, oauth: ToolAuthorization, addresses: ToolAddresses): Promise<Accepted> {
      const checked = await check(db, { values: oauth, repeated: [] }, addresses)
      if (checked.kind === 'accepted') return checked.accepted
      if (checked.kind === 'refused') throw checked.error
      throw checked.reason === 'unknown_client'
        ? new OauthError('invalid_client', 'This client is not registered here.')
        : new OauthError('invalid_request', 'The redirect address is not registered for this client.')
    },

    async register(body: Readonly<Record<string, unknown>>): Promise<z.infer<typeof RegisteredClient>> {
      const { client_name, grant_types, ...given } = readRegistration(body)
      const now = clock.now()
      const id = newId('client')
      await database.withWriteLock('tool-clients', async tx => {
        await store.deleteOldestUnused(tx, MAX_UNUSED_CLIENTS - 1)
        await store.insertClient(tx, {
          ...given,
          id,
          client_name: client_name?.trim() ?? '',
          created_at: iso(now),
        })
      })
      return {
        client_id: id,
        client_id_issued_at: Math.floor(now.getTime() / 1000),
        ...(client_name !== undefined && { client_name }),
        ...given,
        grant_types,
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: TOOL_SCOPE,
      }
    },
  }
}

export type Clients = ReturnType<typeof createClients>
