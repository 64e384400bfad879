import { createLeaseClock } from '#jobs/lease-clock.ts'
import { acquireLease, releaseLease } from '#jobs/leases.ts'
import { iso } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { BookListParts } from './book-list-parts.ts'
import { hasEnded, isRenewalDue, mayRenew } from './book-list-rules.ts'
import * as store from './book-list-store.ts'
import type { ConnectionRow } from './book-list-store.ts'
import type { ConnectionSecrets } from './connection-secrets.ts'

/** Longer than a renewal may take; a process that died holds the turn no longer than this. */
const LEASE_MS = 60_000
const WAIT_MS = 250
const MAX_WAITS = 80
const NO_APP = 'This server no longer knows its own app at the book list provider.'

/**
 * Access tokens, renewed one at a time per connection: in this process by sharing the renewal, between
 * processes by a lease. The provider ends a whole chain when a refresh token is shown twice (hardcover.md).
 */
export function createTokenKeeper(parts: BookListParts & { secrets: ConnectionSecrets }) {
  const { database, clock, secrets } = parts
  const leaseClock = createLeaseClock(parts)
  const underway = new Map<string, Promise<ConnectionRow>>()
  const nowMs = () => clock.now().getTime()
  const tokenOf = (connection: ConnectionRow) => secrets.open(connection).token

  async function current(id: string): Promise<ConnectionRow> {
    const row = await store.findConnection(database.read, id)
    // Disconnected while we were at it: what was read with it is of no use to anybody.
    if (!row) throw new Refusal('upstream_failed')
    return row
  }

  function renewShared(seen: ConnectionRow, rejected: boolean): Promise<ConnectionRow> {
    const running = underway.get(seen.id) ?? renewInTurn(seen, rejected)
    underway.set(seen.id, running)
    const forget = () => {
      if (underway.get(seen.id) === running) underway.delete(seen.id)
    }
    return running.finally(forget)
  }

  async function renewInTurn(seen: ConnectionRow, rejected: boolean): Promise<ConnectionRow> {
    const lease = { name: `book list ${seen.id}`, owner: newId('turn') }
    for (let waits = 0; waits < MAX_WAITS; waits++) {
      const held = await database.transaction(async tx => {
        const now = await leaseClock(tx)
        return acquireLease(tx, { ...lease, now: iso(now), until: iso(now + LEASE_MS) })
      })
      if (held) {
        try {
          return await renew(seen, rejected)
        } finally {
          await database.transaction(tx => releaseLease(tx, lease))
        }
      }
      // Another process renews it; what comes of that is as good as ours.
      await clock.sleep(WAIT_MS)
      const row = await current(seen.id)
      if (row.generation !== seen.generation) return row
    }
    throw new Refusal('upstream_failed')
  }

  async function renew(seen: ConnectionRow, rejected: boolean): Promise<ConnectionRow> {
    const row = await current(seen.id)
    if (row.generation !== seen.generation) return row
    const { refresh_token } = secrets.open(row)
    if (refresh_token === null || row.reconnect_required === 1) throw new Refusal('provider_rejected_token')
    if (!parts.sign_in) throw new Refusal('upstream_failed', { error: NO_APP })
    if (!mayRenew(row, nowMs(), rejected)) return row
    // A row before the network: after a crash it is known that the token may be spent.
    await write(row, { renewal_began_at: iso(nowMs()) })
    try {
      return await exchange(row, refresh_token, parts.sign_in)
    } catch (error) {
      const isLost = error instanceof UpstreamFault && error.kind === 'outcome_unknown'
      if (error instanceof UpstreamFault && !isLost) await write(row, { renewal_began_at: null })
      throw error
    }
  }

  async function exchange(
    row: ConnectionRow,
    refresh_token: string,
    sign_in: NonNullable<BookListParts['sign_in']>,
  ): Promise<ConnectionRow> {
    const given = await sign_in.renew(refresh_token)
    if (!given) {
      await write(row, { reconnect_required: 1, renewal_began_at: null })
      throw new Refusal('provider_rejected_token')
    }
    const { access_token, expires_in_ms } = given
    await write(row, {
      secret_box: secrets.seal(row.id, { access_token, refresh_token: given.refresh_token }),
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

  /** The connection with a token that should work now. What still works is used when it cannot be renewed. */
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
     * Runs a read with the connection's token, renewed first when it is about to end and once more when the
     * provider refuses it. A refusal that stays is 502 `provider_rejected_token`, and remembered.
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
        return await attempt(renewed, read).catch(async (again: unknown) => {
          if (isRejection(again)) return refuse(renewed, again)
          throw again
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
