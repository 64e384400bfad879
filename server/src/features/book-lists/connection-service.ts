import type { ApplyError, BookListConnection } from '@foyer/contract/book-list-connection'
import type { Db, Tx } from '#db/database.ts'
import { assertStillMay } from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import { iso } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ListTokens } from '#ports/book-list-provider.ts'
import type { BookListParts } from './book-list-parts.ts'
import { presentConnection } from './book-list-rules.ts'
import * as store from './book-list-store.ts'
import type { ConnectionSecrets } from './connection-secrets.ts'
import type { Selections } from './selections.ts'

export interface ApplyTarget {
  instance_id: string
  revision: number
}

export function createConnectionService(
  parts: BookListParts & { secrets: ConnectionSecrets; selections: Selections },
) {
  const { database, clock, log, inventory, provider, secrets, selections } = parts

  /** 1/4.4: these routes apply to book managers only. */
  async function assertBookManager(db: Db, id: string): Promise<void> {
    const instance = await inventory.find(db, id)
    if (!instance) throw new Refusal('not_found')
    if (instance.service_type !== 'book_manager') throw new Refusal('wrong_service_type')
  }

  async function present(db: Db, id: string): Promise<BookListConnection> {
    const selection = await store.findSelection(db, id)
    const connection = await store.findSelected(db, id)
    return presentConnection(selection, connection, parts.sign_in !== null)
  }

  async function assertRevision(db: Db, id: string, revision: number | undefined): Promise<void> {
    const current = (await store.findSelection(db, id))?.revision ?? 0
    if (revision !== undefined && revision !== current) throw new Refusal('stale_revision')
  }

  /** Stores a new connection for this token; it takes effect once an instance is switched to it. */
  async function save(tx: Tx, input: { token: string } | ListTokens): Promise<string> {
    const id = newId('bl')
    const at = clock.now().getTime()
    const isToken = 'token' in input
    await store.insertConnection(tx, {
      id,
      method: isToken ? 'token' : 'oauth',
      secret_box: secrets.seal(
        id,
        isToken
          ? { token: input.token }
          : { access_token: input.access_token, refresh_token: input.refresh_token },
      ),
      expires_at: isToken ? null : iso(at + input.expires_in_ms),
      generation: 1,
      renewal_began_at: null,
      reconnect_required: 0,
      created_at: iso(at),
      updated_at: iso(at),
    })
    return id
  }

  async function applyOne(connection_id: string, target: ApplyTarget): Promise<ApplyError | null> {
    const { instance_id, revision } = target
    try {
      return await selections.lock(async tx => {
        const instance = await inventory.find(tx, instance_id)
        const connection = await store.findConnection(tx, connection_id)
        if (instance?.service_type !== 'book_manager' || !connection) return 'not_found'
        const selection = await store.findSelection(tx, instance_id)
        if ((selection?.revision ?? 0) !== revision) return 'stale_revision'
        if (selection?.connection_id !== connection_id) {
          await selections.switchTo(tx, instance_id, connection_id)
        }
        return null
      })
    } catch (error) {
      // One failure must not hide the results of the other instances.
      log.warn({ err: error }, 'a book list connection could not be applied to an instance')
      return 'failed'
    }
  }

  return {
    assertBookManager,
    save,

    async read(id: string): Promise<BookListConnection> {
      await assertBookManager(database.read, id)
      return present(database.read, id)
    },

    /** Nothing is stored until the token has read the catalog once; then everything in one transaction. */
    async connect(
      caller: Caller,
      id: string,
      token: string,
      revision: number | undefined,
    ): Promise<BookListConnection> {
      await assertBookManager(database.read, id)
      await assertRevision(database.read, id, revision)
      parts.registerSecret(token)
      if (!(await provider.accepts(token))) throw new Refusal('token_rejected')
      return selections.lock(async tx => {
        await assertStillMay(tx, caller, 'instances:manage')
        await assertBookManager(tx, id)
        await assertRevision(tx, id, revision)
        await selections.switchTo(tx, id, await save(tx, { token }))
        return present(tx, id)
      })
    },

    async disconnect(id: string): Promise<BookListConnection> {
      return selections.lock(async tx => {
        await assertBookManager(tx, id)
        const selection = await store.findSelection(tx, id)
        if (selection?.connection_id) await selections.switchTo(tx, id, null)
        return present(tx, id)
      })
    },

    async apply(id: string, connection_id: string, targets: readonly ApplyTarget[]) {
      await assertBookManager(database.read, id)
      if (!(await store.findConnection(database.read, connection_id))) throw new Refusal('not_found')
      const results = []
      for (const target of targets) {
        const error = await applyOne(connection_id, target)
        results.push({ instance_id: target.instance_id, applied: error === null, ...(error && { error }) })
      }
      return { results }
    },
  }
}

export type ConnectionService = ReturnType<typeof createConnectionService>
