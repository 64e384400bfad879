import type { Role } from '@foyer/contract/permissions'
import type { Device, PushTestResult, UserSummary } from '@foyer/contract/users'
import type { Database, Db, Tx } from '#db/database.ts'
import { pendingInviteIds } from '#features/connect-links/index.ts'
import { kidsAccountIds, policyOf } from '#features/kids/index.ts'
import type { Events } from '#events/events.ts'
import {
  acceptUsername,
  deleteDevicesOf,
  existingUser,
  type FindLinkedSignIns,
  findLocalAdmins,
  findUserByKey,
  presentAccount,
  usernameKey,
  type UserRow,
  type UserView,
} from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { adminSignInMethods } from './sign-in-methods.ts'
import { isLastAdmin, locksEverybodyOut, type MethodChange } from './user-rules.ts'
import * as store from './user-store.ts'

const NO_OTHER_LOCAL_ADMIN =
  'People sign in by single sign-on only. Another admin needs a password first, as the way back in.'

interface UserChange {
  role?: Role | undefined
  username?: string | undefined
}

export function createUsers(deps: {
  database: Database
  clock: Clock
  events: Events
  view: UserView
  linkedSignIns: FindLinkedSignIns
  /** Whether single sign-on is the only way in for everybody but admins. */
  isSsoOnly: (db: Db) => Promise<boolean>
  /** Sends a test alert to the user's devices, or refuses as specified in 1/4.14. */
  sendTestPush: (user_id: number) => Promise<PushTestResult>
  /** Transfers shared requests before the user is removed, in the same transaction. */
  transferOwnership: (tx: Tx, user_id: number) => Promise<void>
  /** Called when devices were signed out, so that data tied to them is removed. */
  devicesEnded: (tx: Tx) => Promise<void>
  /** Called when the role of a user changed, so that others act on it. */
  roleChanged: (tx: Tx, user_id: number) => Promise<void>
}) {
  const { database, clock, events, view, linkedSignIns, isSsoOnly } = deps
  const { sendTestPush, transferOwnership, devicesEnded, roleChanged } = deps

  async function summarise(db: Db, users: readonly UserRow[]): Promise<UserSummary[]> {
    const ids = users.map(user => user.id)
    const links = await view.linksOf(db, ids)
    const kids = await kidsAccountIds(db)
    const invited = await pendingInviteIds(db, iso(clock.now()))
    const devices = await store.deviceCounts(db)
    const passkeys = await store.passkeyCounts(db)
    return users.map(user => ({
      ...presentAccount(user, links(user.id), kids.has(user.id)),
      device_count: devices.get(user.id) ?? 0,
      passkey_count: passkeys.get(user.id) ?? 0,
      has_pending_invite: invited.has(user.id),
    }))
  }

  /** Decides and writes under the common lock of user changes, then returns the new state. */
  async function change(
    user_id: number,
    decide: (tx: Tx, user: UserRow) => Promise<void>,
  ): Promise<UserSummary> {
    return database.withWriteLock('users', async tx => {
      await decide(tx, await existingUser(tx, user_id))
      const [summary] = await summarise(tx, [await existingUser(tx, user_id)])
      if (!summary) throw new Refusal('not_found')
      return summary
    })
  }

  /** Their pages read the configuration again. */
  async function announceTo(tx: Tx, user_id: number): Promise<void> {
    const audience = { to: 'users' as const, user_ids: [user_id] }
    await events.publish(tx, { type: 'config_changed', data: {} }, audience)
  }

  async function assertOtherAdmin(tx: Tx, user: UserRow): Promise<void> {
    if (user.role !== 'admin') return
    if (isLastAdmin(await store.adminIds(tx), user.id)) throw new Refusal('last_admin')
  }

  /** 2/4.4: while single sign-on is the only way in, an admin with a password is the way back when it fails. */
  async function assertOtherLocalAdmin(tx: Tx, user: UserRow): Promise<void> {
    if (user.role !== 'admin' || !(await isSsoOnly(tx))) return
    if (isLastAdmin(await findLocalAdmins(tx), user.id)) {
      throw new Refusal('local_admin_required', { error: NO_OTHER_LOCAL_ADMIN })
    }
  }

  async function assertSomebodyCanSignIn(tx: Tx, user: UserRow, wanted: MethodChange): Promise<void> {
    const known = await adminSignInMethods(tx, linkedSignIns)
    if (locksEverybodyOut(known, user.id, wanted)) throw new Refusal('last_method')
  }

  /** C68: when an admin removes a password, all sessions of the user end except the admin's own. */
  async function endSessions(tx: Tx, user_id: number, by: Caller): Promise<void> {
    const ended = await deleteDevicesOf(tx, user_id, { but: by.device_id })
    if (ended > 0) await devicesEnded(tx)
  }

  async function changeRole(tx: Tx, user: UserRow, role: Role): Promise<void> {
    if (user.role === role) return
    if (await policyOf(tx, user.id)) throw new Refusal('kids_account')
    await assertOtherAdmin(tx, user)
    await assertOtherLocalAdmin(tx, user)
    await store.setRole(tx, user.id, role)
    await roleChanged(tx, user.id)
    await announceTo(tx, user.id)
  }

  /** What they did stays theirs: everything refers to the id. They sign in with the new name from now on. */
  async function rename(tx: Tx, user: UserRow, wanted: string): Promise<void> {
    const username = acceptUsername(wanted)
    if (username === null) throw new Refusal('invalid_username')
    if (username === user.username) return
    const username_key = usernameKey(username)
    const holder = await findUserByKey(tx, username_key)
    if (holder && holder.id !== user.id) throw new Refusal('username_taken')
    await store.setUsername(tx, user.id, { username, username_key })
    await announceTo(tx, user.id)
  }

  return {
    list: async (): Promise<UserSummary[]> => summarise(database.read, await store.allUsers(database.read)),

    update: (user_id: number, { role, username }: UserChange): Promise<UserSummary> =>
      change(user_id, async (tx, user) => {
        if (username !== undefined) await rename(tx, user, username)
        if (role !== undefined) await changeRole(tx, user, role)
      }),

    changeMethods: (user_id: number, wanted: MethodChange, by: Caller): Promise<UserSummary> =>
      change(user_id, async (tx, user) => {
        await assertSomebodyCanSignIn(tx, user, wanted)
        if (wanted.password_enabled === false) await assertOtherLocalAdmin(tx, user)
        const { password_enabled, passkey_enabled } = wanted
        if (password_enabled !== undefined) await store.setPasswordMethod(tx, user_id, password_enabled)
        if (passkey_enabled !== undefined) await store.setPasskeyMethod(tx, user_id, passkey_enabled)
        const isTaken = password_enabled === false && user.password_hash !== null
        if (isTaken) await endSessions(tx, user_id, by)
      }),

    changeAiAccess: (user_id: number, enabled: boolean): Promise<UserSummary> =>
      change(user_id, async (tx, user) => {
        if ((user.ai_shared_enabled === 1) === enabled) return
        await store.setAiAccess(tx, user_id, enabled)
        await announceTo(tx, user_id)
      }),

    remove: (user_id: number): Promise<void> =>
      database.withWriteLock('users', async tx => {
        const user = await existingUser(tx, user_id)
        await assertOtherAdmin(tx, user)
        await assertOtherLocalAdmin(tx, user)
        await transferOwnership(tx, user_id)
        await store.deleteUser(tx, user_id)
        await devicesEnded(tx)
      }),

    devices: (): Promise<Device[]> => store.allDevices(database.read),

    async revokeDevice(device_id: string): Promise<void> {
      await database.transaction(async tx => {
        if (!(await store.deleteDevice(tx, device_id))) throw new Refusal('not_found')
        await devicesEnded(tx)
      })
    },

    async testPush(user_id: number): Promise<PushTestResult> {
      await existingUser(database.read, user_id)
      return sendTestPush(user_id)
    },
  }
}

export type Users = ReturnType<typeof createUsers>
