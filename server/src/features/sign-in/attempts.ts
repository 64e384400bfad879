import type { z } from 'zod'
import type { Database, Db, Tx } from '#db/database.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { type SecretBox, sha256 } from '#kit/crypto.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { newSecret } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import * as store from './attempt-store.ts'

/** 2:4.3, 2:4.4 */
export const ATTEMPT_MS = 10 * MINUTE_MS
/** 2/4.3: a flood of begun sign-ins must not fill the database. */
export const MAX_ATTEMPTS = 2048

/** A sign-in under way, as it was read; `change` and `take` fail if somebody else was faster. */
export interface Attempt<T> {
  data: T
  expires_at: string
  flow_hash: string
  version: number
}

/**
 * Sign-ins under way, for at most ten minutes. They are rows, not memory, so that the next step may reach another
 * process (docs/adr/0014). `schema` describes what is kept; it is sealed at rest.
 */
export function createAttempts<T>(
  { database, box, clock }: { database: Database; box: SecretBox; clock: Clock },
  { method, schema }: { method: store.AttemptMethod; schema: z.ZodType<T> },
) {
  const purpose = `sign-in attempt ${method}`
  const seal = (data: T) => box.seal(JSON.stringify(data), purpose)
  const unseal = (sealed: string): T => fromStorage(() => schema.parse(JSON.parse(box.open(sealed, purpose))))

  return {
    /** Call it outside of a transaction. 503 when too many are open. */
    async begin(data: T, lifetime_ms: number = ATTEMPT_MS): Promise<{ flow: string; expires_at: string }> {
      const flow = newSecret('f')
      const now = clock.now()
      const expires_at = iso(new Date(now.getTime() + lifetime_ms))
      await database.withWriteLock('sign-in-attempts', async tx => {
        await store.deleteExpiredAttempts(tx, iso(now))
        if ((await store.countAttempts(tx, method)) >= MAX_ATTEMPTS)
          throw new Refusal('unavailable', { error: 'Too many people are signing in. Try again shortly.' })
        await store.insertAttempt(tx, {
          flow_hash: sha256(flow),
          method,
          version: 0,
          data: seal(data),
          expires_at,
        })
      })
      return { flow, expires_at }
    },

    /** Null when it is unknown, used or expired. */
    async read(db: Db, flow: string): Promise<Attempt<T> | null> {
      const flow_hash = sha256(flow)
      const row = await store.findAttempt(db, { method, flow_hash, now: iso(clock.now()) })
      if (!row) return null
      return { data: unseal(row.data), expires_at: row.expires_at, flow_hash, version: row.version }
    },

    /** Null when it was changed or used in the meantime. */
    async change(tx: Tx, attempt: Attempt<T>, data: T): Promise<Attempt<T> | null> {
      const next = { ...attempt, data, version: attempt.version + 1 }
      const row = { ...next, method, data: seal(data) }
      return (await store.replaceAttempt(tx, row, attempt.version)) ? next : null
    },

    /** Uses it up. False when somebody else did, or changed it. */
    take: (tx: Tx, { flow_hash, version }: Attempt<T>): Promise<boolean> =>
      store.takeAttempt(tx, flow_hash, version),

    /** Ends the attempts of this method that match. Returns the number. */
    async endMatching(tx: Tx, matches: (data: T) => boolean): Promise<number> {
      const rows = await store.openAttempts(tx, { method, now: iso(clock.now()) })
      let ended = 0
      for (const { flow_hash, version, data } of rows)
        if (matches(unseal(data)) && (await store.takeAttempt(tx, flow_hash, version))) ended += 1
      return ended
    },

    /** Ends every attempt of this method. */
    endAll: (tx: Tx): Promise<void> => store.deleteAttempts(tx, method),
  }
}

export type Attempts<T> = ReturnType<typeof createAttempts<T>>
