import type { Database } from '#db/database.ts'
import type { HoldLease } from '#jobs/exclusive.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { type SecretBox, sha256, WrongKey } from '#kit/crypto.ts'
import { newSecret } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import type { BoxTitle, CommitGate, PairedBox, SetTopHelper } from '#ports/set-top-helper.ts'
import { enterBox, readAdmin, readCaller } from './box-access.ts'
import { assertSupported, orRefuse } from './helper-refusals.ts'
import { credentialsPurpose } from './pairings.ts'
import * as store from './set-top-box-store.ts'
import type { AssertTitleAccess } from './title-access.ts'

/** 2:4.12. */
const CONFIRMATION_MS = 30_000

export interface BoxActionParts {
  database: Database
  clock: Clock
  box: SecretBox
  helper: SetTopHelper
  /** 2/4.12: one action per box, in all processes. */
  holdLease: HoldLease
  assertTitleAccess: AssertTitleAccess
  registerSecret(secret: string): void
}

/** What people do with a box. A fault after the commit is never tried again: the box may have done it. */
export function createBoxActions(parts: BoxActionParts) {
  const { database, clock, helper, assertTitleAccess } = parts

  function credentialsOf(box: store.BoxRow): PairedBox {
    const { address, identifier, credentials_box } = box
    const credentials = openCredentials(parts.box, box, credentials_box)
    parts.registerSecret(credentials)
    return { address, identifier, credentials }
  }

  const alone = <T>(box_id: string, run: (signal: AbortSignal) => Promise<T>) =>
    parts.holdLease(`set-top-box:${box_id}`, run)

  /** The title once more, by the rights that the caller has now. */
  async function assertTitleStill(caller: Caller, title: BoxTitle): Promise<void> {
    await assertTitleAccess(await readCaller(database.read, caller), title)
  }

  /**
   * Session, account, grant and box once more, right before the box does it. The commit is sent under the lock that every
   * edit takes: an edit came before and is seen here, or comes after.
   */
  async function commitUnderLock(caller: Caller, box: store.BoxRow, signal: AbortSignal, commit: () => void) {
    await database.withWriteLock('set-top-boxes', async tx => {
      const now = await enterBox(tx, await readCaller(tx, caller), box.id)
      if (now.revision !== box.revision) throw new Refusal('identity_changed')
      signal.throwIfAborted()
      commit()
    })
  }

  async function enter(caller: Caller, box_id: string): Promise<store.BoxRow> {
    const box = await enterBox(database.read, caller, box_id)
    await assertSupported(helper)
    return box
  }

  /** The same session may answer the question of the box once, within 30 seconds. */
  async function saveConfirmation(caller: Caller, box: store.BoxRow, title: BoxTitle) {
    const confirmation_id = newSecret('open')
    const now = clock.now()
    const expires_at = iso(now.getTime() + CONFIRMATION_MS)
    const { device_id, user_id } = caller
    const { id: box_id, revision } = box
    const row = {
      id_hash: sha256(confirmation_id),
      box_id,
      device_id,
      user_id,
      revision,
      ...title,
      expires_at,
    }
    await database.transaction(tx => store.insertConfirmation(tx, row, iso(now)))
    return { state: 'sent' as const, confirmation_id, confirmation_expires_at: expires_at }
  }

  async function findConfirmation(caller: Caller, box: store.BoxRow, confirmation_id: string) {
    const { device_id, user_id } = caller
    const key = { id_hash: sha256(confirmation_id), box_id: box.id, device_id, user_id }
    const found = await store.findConfirmation(database.read, key)
    const isOpen = found && found.expires_at > iso(clock.now()) && found.revision === box.revision
    if (!isOpen) throw new Refusal('confirmation_expired')
    return found
  }

  async function useUp(id_hash: string): Promise<void> {
    const used = await database.transaction(tx => store.useConfirmation(tx, id_hash, iso(clock.now())))
    if (!used) throw new Refusal('confirmation_expired')
  }

  return {
    /** 2:4.12: the connection and the player, without starting anything. */
    async check(caller: Caller, box_id: string) {
      const box = await enter(caller, box_id)
      return alone(box_id, async () => {
        await orRefuse(helper.check(credentialsOf(box)))
        const now = await enterBox(database.read, await readAdmin(database.read, caller), box_id)
        if (now.revision !== box.revision) throw new Refusal('identity_changed')
        return { state: 'checked' as const }
      })
    },

    async open(caller: Caller, box_id: string, title: BoxTitle) {
      const box = await enter(caller, box_id)
      await assertTitleAccess(caller, title)
      return alone(box_id, async signal => {
        const gate: CommitGate = async commit => {
          await assertTitleStill(caller, title)
          await commitUnderLock(caller, box, signal, commit)
        }
        await orRefuse(helper.open(credentialsOf(box), title, gate))
        return saveConfirmation(caller, box, title)
      })
    },

    async confirm(caller: Caller, box_id: string, confirmation_id: string) {
      const box = await enter(caller, box_id)
      const { id_hash, media_type, tmdb_id } = await findConfirmation(caller, box, confirmation_id)
      return alone(box_id, async signal => {
        const gate: CommitGate = async commit => {
          await assertTitleStill(caller, { media_type, tmdb_id })
          // In a transaction of its own: no failure after the commit makes it usable again.
          await useUp(id_hash)
          await commitUnderLock(caller, box, signal, commit)
        }
        await orRefuse(helper.select(credentialsOf(box), gate))
        return { state: 'sent' as const }
      })
    },
  }
}

export type BoxActions = ReturnType<typeof createBoxActions>

function openCredentials(box: SecretBox, place: store.BoxRow, sealed: string): string {
  try {
    return box.open(sealed, credentialsPurpose(place))
  } catch (error) {
    // They were sealed with another encryption key.
    if (error instanceof WrongKey) throw new Refusal('unavailable', { cause: error })
    throw error
  }
}
