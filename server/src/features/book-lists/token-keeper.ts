import { createSharedRenewals } from '#jobs/shared-renewals.ts'
import { iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { BookListParts } from './book-list-parts.ts'
import { hasEnded, isRenewalDue, mayRenew } from './book-list-rules.ts'
import * as store from './book-list-store.ts'
import type { ConnectionRow } from './book-list-store.ts'
import type { ConnectionSecrets } from './connection-secrets.ts'

const NO_APP = 'The app for the book list provider is no longer configured on this server.'

/**
 * Access tokens, renewed one at a time per connection: the provider invalidates a whole chain when a refresh token is
 * sent twice (hardcover.md).
 */
export function createTokenKeeper(parts: BookListParts & { secrets: ConnectionSecrets }) {
  const { database, clock, secrets } = parts
  const renewOnce = createSharedRenewals<ConnectionRow>(parts)
  const nowMs = () => clock.now().getTime()
  const tokenOf = (connection: ConnectionRow) => secrets.open(connection).token

  async function current(id: string): Promise<ConnectionRow> {
    const row = await store.findConnection(database.read, id)
    // Disconnected in the meantime: the result of this read is no longer needed.
    if (!row) throw new Refusal('upstream_failed')
    return row
  }

  async function renewShared(connection: ConnectionRow, rejected: boolean): Promise<ConnectionRow> {
    const renewed = await renewOnce({
      name: `book list ${connection.id}`,
      renew: () => renew(connection, rejected),
      async findRenewed() {
        const row = await current(connection.id)
        return row.generation === connection.generation ? null : row
      },
    })
    if (!renewed) throw new Refusal('upstream_failed')
    return renewed
  }

  async function renew(connection: ConnectionRow, rejected: boolean): Promise<ConnectionRow> {
    const row = await current(connection.id)
    if (row.generation !== connection.generation) return row
    const { refresh_token } = secrets.open(row)
    if (refresh_token === null || row.reconnect_required === 1) throw new Refusal('provider_rejected_token')
    if (!parts.sign_in) throw new Refusal('upstream_failed', { error: NO_APP })
    if (!mayRenew(row, nowMs(), rejected)) return row
    // A row before the network: after a crash it is known that the token may be spent.
    await write(row, { renewal_began_at: iso(nowMs()) })
    try {
      return await exchange(row, refresh_token, parts.sign_in)
    } catch (error) {
      const isOutcomeUnknown = error instanceof UpstreamFault && error.kind === 'outcome_unknown'
      if (error instanceof UpstreamFault && !isOutcomeUnknown) await write(row, { renewal_began_at: null })
      throw error
    }
  }

  async function exchange(
    row: ConnectionRow,
    refresh_token: string,
    sign_in: NonNullable<BookListParts['sign_in']>,
  ): Promise<ConnectionRow> {
    const tokens = await sign_in.renew(refresh_token)
    if (!tokens) {
      await write(row, { reconnect_required: 1, renewal_began_at: null })
      throw new Refusal('provider_rejected_token')
    }
    const { access_token, expires_in_ms } = tokens
    await write(row, {
      secret_box: secrets.seal(row.id, { access_token, refresh_token: tokens.refresh_token }),
      expires_at: iso(nowMs() + expires_in_ms),
      generation: row.generation + 1,
      renewal_began_at: null,
      reconnect_required: 0,
    })
    return current(row.id)
  }

  async function write(row: ConnectionRow, change: Parameters<typeof store.updateConnection>[2]) {
    await database.transaction(tx => store.updateConnection(tx, row, { ...change, updated_at: iso(nowMs()) }))
  }

  /** The connection with a token that should work now. If the renewal fails, a token that is still valid is used. */
  async function fresh(connection: ConnectionRow): Promise<ConnectionRow> {
    if (!isRenewalDue(connection, nowMs())) return connection
    try {
      return await renewShared(connection, false)
    } catch (error) {
      if (error instanceof UpstreamFault && !hasEnded(connection, nowMs())) return connection
      throw error
    }
  }

  return {
    /**
     * Runs a read with the connection's token, which is renewed first if it expires soon, and once more if the
     * provider refuses it. If the refusal persists, the answer is 502 `provider_rejected_token`, and the rejection
     * is stored.
     */
    async withToken<T>(connection: ConnectionRow, read: (token: string) => Promise<T>): Promise<T> {
      if (connection.method === 'oauth' && connection.reconnect_required === 1) {
        throw new Refusal('provider_rejected_token')
      }
      const ready = await fresh(connection)
      try {
        return await attempt(ready, read)
      } catch (error) {
        if (!isRejection(error)) throw error
        if (ready.method === 'token') return await refuse(ready, error)
        const renewed = await renewShared(ready, true)
        return await attempt(renewed, read).catch(async (second_error: unknown) => {
          if (isRejection(second_error)) return refuse(renewed, second_error)
          throw second_error
        })
      }
    },
  }

  async function attempt<T>(row: ConnectionRow, read: (token: string) => Promise<T>): Promise<T> {
    const answer = await read(tokenOf(row))
    if (row.reconnect_required === 1) await write(row, { reconnect_required: 0 })
    return answer
  }

  async function refuse(row: ConnectionRow, cause: unknown): Promise<never> {
    await write(row, { reconnect_required: 1 })
    throw new Refusal('provider_rejected_token', { cause })
  }
}

function isRejection(error: unknown): boolean {
  return error instanceof UpstreamFault && error.kind === 'rejected_key'
}
