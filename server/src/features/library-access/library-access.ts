import {
  type AccessAsk,
  GRANTED_MEDIA,
  type GrantedMedium,
  type LibraryAccess,
  type LibraryAccessSettings,
} from '@foyer/contract/library-access'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { Grants, Inventory, InstanceRecord } from '#features/instances/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import { findUser } from '#features/sessions/index.ts'
import { type Caller, sessionRevoked } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Settings } from '#settings/settings.ts'
import * as store from './access-ask-store.ts'
import { accessTo, librariesOf, mediumOf } from './access-rules.ts'
import { libraryAccessSettings } from './library-access-settings.ts'

export interface LibraryAccessParts {
  database: Database
  clock: Clock
  settings: Settings
  events: Events
  inventory: Pick<Inventory, 'list' | 'visibleTo' | 'find'>
  grants: Pick<Grants, 'give'>
  alerts: Alerts
}

/** People ask for libraries that need a grant, and admins give them. */
export function createLibraryAccess(parts: LibraryAccessParts) {
  const { database, clock, settings, events, inventory, grants, alerts } = parts

  async function factsOf(db: Db, account: Pick<Caller, 'user_id' | 'role'>) {
    const [all, visible, asks, { without_access }] = await Promise.all([
      inventory.list(db),
      inventory.visibleTo(db, account),
      store.asksOf(db, account.user_id),
      settings.read(db, libraryAccessSettings),
    ])
    return { all, visible, asks, without_access }
  }

  /** The pages of admins, and of the person who asked. */
  const tell = (tx: Tx, user_id: number) =>
    events.publish(
      tx,
      { type: 'library_access_changed', data: { user_id } },
      { to: 'users_and_admins', user_ids: [user_id] },
    )

  async function decide(
    tx: Tx,
    ask: store.AskKey,
    state: 'granted' | 'declined',
    library?: InstanceRecord,
  ): Promise<boolean> {
    if (!(await store.decideAsk(tx, ask, state, iso(clock.now())))) return false
    await tell(tx, ask.user_id)
    const username = (await findUser(tx, ask.user_id))?.username
    await alerts.raise(tx, {
      type: 'library_access_decision',
      audience: { to: 'users', user_ids: [ask.user_id] },
      data: {
        // For places where the household reads it.
        ...(username !== undefined && { username }),
        media_type: ask.media_type,
        decision: state === 'granted' ? 'approved' : 'denied',
        ...(library && { instance_id: library.id, instance_name: library.name }),
      },
    })
    return true
  }

  /** The one that is named, or the only one. */
  function chooseLibrary(all: readonly InstanceRecord[], medium: GrantedMedium, instance_id?: string) {
    const libraries = librariesOf(all, medium)
    if (instance_id === undefined) {
      if (libraries.length > 1)
        throw new Refusal('validation', { fields: { instance_id: 'Choose one of the libraries.' } })
      if (!libraries[0]) throw new Refusal('no_instance')
      return libraries[0]
    }
    const named = all.find(one => one.id === instance_id)
    if (!named) throw new Refusal('instance_not_found')
    if (mediumOf(named) !== medium) throw new Refusal('wrong_service_type')
    return named
  }

  return {
    async read(caller: Caller): Promise<{ media: LibraryAccess[] }> {
      const facts = await factsOf(database.read, caller)
      return { media: GRANTED_MEDIA.map(medium => accessTo(medium, facts)) }
    },

    /**
     * The request for access and its alert are saved together; with an open one, or with access, there is no second
     * alert.
     */
    ask: (caller: Caller, media_type: GrantedMedium): Promise<LibraryAccess> =>
      database.transaction(async tx => {
        const user = await findUser(tx, caller.user_id)
        if (!user) throw sessionRevoked()
        const account = { user_id: user.id, role: user.role }
        const before = await factsOf(tx, account)
        const now = accessTo(media_type, before)
        if (now.has_access) return now
        if (librariesOf(before.all, media_type).length === 0) throw new Refusal('no_instance')
        if (!now.can_ask) throw new Refusal('choice_not_allowed')
        const asked_at = iso(clock.now())
        if (await store.openAsk(tx, { user_id: user.id, media_type }, asked_at)) {
          await tell(tx, user.id)
          await alerts.raise(tx, {
            type: 'library_access_request',
            audience: { to: 'admins' },
            data: { user_id: user.id, username: user.username, media_type },
          })
        }
        return accessTo(media_type, await factsOf(tx, account))
      }),

    async listOpen() {
      const [asks, all] = await Promise.all([store.openAsks(database.read), inventory.list(database.read)])
      return {
        asks: asks.map(
          ({ user_id, username, media_type, asked_at }): AccessAsk => ({
            user_id,
            username,
            media_type,
            asked_at,
          }),
        ),
        libraries: GRANTED_MEDIA.flatMap(media_type =>
          librariesOf(all, media_type).map(({ id, name }) => ({ id, name, media_type })),
        ),
      }
    },

    grant: (ask: store.AskKey, instance_id?: string) =>
      database.withWriteLock('instances', async tx => {
        const library = chooseLibrary(await inventory.list(tx), ask.media_type, instance_id)
        if (!(await decide(tx, ask, 'granted', library))) throw new Refusal('not_found')
        await grants.give(tx, ask.user_id, library.id)
        return { status: 'granted' as const }
      }),

    decline: (ask: store.AskKey) =>
      database.transaction(async tx => {
        if (!(await decide(tx, ask, 'declined'))) throw new Refusal('not_found')
        return { status: 'declined' as const }
      }),

    /** A grant that an admin gives elsewhere answers the ask too. */
    async grantsChanged(
      tx: Tx,
      changes: readonly { user_id: number; instance_id: string; granted: boolean }[],
    ): Promise<void> {
      for (const { user_id, instance_id } of changes.filter(({ granted }) => granted)) {
        const library = await inventory.find(tx, instance_id)
        const media_type = library && mediumOf(library)
        if (media_type) await decide(tx, { user_id, media_type }, 'granted', library)
      }
    },

    readSettings: (): Promise<LibraryAccessSettings> => settings.read(database.read, libraryAccessSettings),

    changeSettings: (change: LibraryAccessSettings) =>
      settings.lock(async tx => {
        const saved = await settings.update(tx, libraryAccessSettings, change)
        await events.publish(tx, { type: 'config_changed', data: {} }, { to: 'everyone' })
        return saved
      }),
  }
}

export type LibraryAccessService = ReturnType<typeof createLibraryAccess>
