import { ToolAuthorization } from '@foyer/contract/sign-in/sign-in-flow'
import { z } from 'zod'
import type { Database, Tx } from '#db/database.ts'
import {
  assertNoSsoRequired,
  findUser,
  originColumns,
  type SessionOrigin,
  type SsoRequired,
  upsertDevice,
  type UserRow,
} from '#features/sessions/index.ts'
import type { ToolClients } from '#features/sign-in/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { type SecretBox, sha256 } from '#kit/crypto.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { newId, newSecret } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import { isSameAuthorization } from './authorization-rules.ts'
import { markClientUsed } from '../clients/client-store.ts'
import * as store from './code-store.ts'
import { placeOf } from '../clients/redirect-rules.ts'
import type { Accepted } from '../clients/tool-clients-service.ts'

/** 2/4.5 */
export const CODE_MS = 5 * MINUTE_MS
/** 2:8 */
const TICKET_MS = MINUTE_MS

const Origin: z.ZodType<SessionOrigin> = z.object({
  method: z.enum(['setup', 'password', 'passkey', 'connect', 'invite_server', 'oidc', 'account_server']),
  issuer: z.string().exactOptional(),
  subject: z.string().exactOptional(),
  provider_session: z.string().exactOptional(),
})
const Ticket = z.object({ user_id: z.int(), oauth: ToolAuthorization, origin: Origin })

/** The contents of a code. Its device was created with the consent, and ends by the same rules as any other. */
const Code = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  code_challenge: z.string(),
  resource: z.string(),
  device_id: z.string(),
})
export type Code = z.infer<typeof Code>

/** From the proof of who somebody is to the code that the client gets for their consent. */
export function createConsents(deps: {
  database: Database
  clock: Clock
  box: SecretBox
  ssoRequired: SsoRequired
}) {
  const { database, clock, box, ssoRequired } = deps
  const purposeOf = (purpose: store.CodeRow['purpose']) => `tool ${purpose}`

  async function save(tx: Tx, purpose: store.CodeRow['purpose'], data: unknown, lifetime_ms: number) {
    const now = clock.now()
    const code = newSecret(purpose === 'code' ? 'ac' : 'ct')
    const expires_at = iso(now.getTime() + lifetime_ms)
    await store.deleteExpiredCodes(tx, iso(now))
    await store.insertCode(tx, {
      code_hash: sha256(code),
      purpose,
      data: box.seal(JSON.stringify(data), purposeOf(purpose)),
      expires_at,
    })
    return { code, expires_at }
  }

  async function find<T>(tx: Tx, code: string, purpose: store.CodeRow['purpose'], schema: z.ZodType<T>) {
    const code_hash = sha256(code)
    const row = await store.findCode(tx, { code_hash, purpose, now: iso(clock.now()) })
    if (!row) return null
    const data = fromStorage(() => schema.parse(JSON.parse(box.open(row.data, purposeOf(purpose)))))
    return { code_hash, data }
  }

  /**
   * The code of a consent, in the transaction that proved the person. Its device is made right here, so that
   * everything that ends sessions ends it too, whether the client has its tokens yet or not.
   */
  async function approve(
    tx: Tx,
    user: UserRow,
    { client, oauth, resource }: Accepted & { resource: string },
    origin: SessionOrigin,
  ): Promise<string> {
    const now = iso(clock.now())
    const device_id = await upsertDevice(tx, {
      id: newId('d'),
      user_id: user.id,
      device_name: placeOf(oauth.redirect_uri),
      hardware_id: null,
      kind: 'tool',
      ...(client.client_name !== '' && { client_name: client.client_name }),
      refresh_hash: null,
      created_at: now,
      last_seen_at: now,
      ...originColumns(origin),
    })
    await markClientUsed(tx, client.id, now)
    const { redirect_uri, code_challenge } = oauth
    const data: Code = { client_id: client.id, redirect_uri, code_challenge, resource, device_id }
    return (await save(tx, 'code', data, CODE_MS)).code
  }

  const offerConsent: ToolClients['offerConsent'] = async (tx, consent) => {
    const { code, expires_at } = await save(tx, 'consent', consent, TICKET_MS)
    return { consent_ticket: code, expires_at }
  }

  return {
    approve,
    offerConsent,

    /** The code for a person who proved themselves elsewhere, for exactly the request that they began with. */
    approveByTicket: (ticket: string, accepted: Accepted & { resource: string }): Promise<string> =>
      database.withWriteLock('users', async tx => {
        const found = await find(tx, ticket, 'consent', Ticket)
        if (!found || !isSameAuthorization(found.data.oauth, accepted.oauth))
          throw new Refusal('invalid_flow')
        const { user_id, origin } = found.data
        const user = await findUser(tx, user_id)
        if (!user || !(await store.useUpCode(tx, found.code_hash))) throw new Refusal('invalid_flow')
        if (origin.method !== 'oidc') await assertNoSsoRequired(ssoRequired, tx, user)
        return approve(tx, user, accepted, origin)
      }),

    /** Null when it is unknown, used or expired. */
    findCode: (tx: Tx, code: string) => find(tx, code, 'code', Code),
    useUpCode: (tx: Tx, code_hash: string): Promise<boolean> => store.useUpCode(tx, code_hash),
  }
}

export type Consents = ReturnType<typeof createConsents>
