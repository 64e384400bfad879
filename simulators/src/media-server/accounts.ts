import { hexOf } from '../kit/ids.ts'
import type { JsonRecord } from '../kit/json.ts'

export interface MediaUser {
  id: string
  name: string
  /** Empty until somebody sets one: such an account signs in with an empty password. */
  password: string
  policy: JsonRecord
  created_at: number
  last_login: number | null
}

export interface NewMediaUser {
  password?: string
  administrator?: boolean
  disabled?: boolean
  /** The folders it may see, as its policy names them; all of them when absent. */
  folders?: readonly string[]
}

export interface MediaAccounts {
  server_id: string
  users: Map<string, MediaUser>
  /** Names compare without case. */
  named: (name: string) => MediaUser | undefined
  add: (name: string, wish?: NewMediaUser) => MediaUser
}

export interface AccountPlan {
  seed: string
  now: () => number
  /** What a fresh account may do. */
  freshPolicy: () => JsonRecord
  /** Spells a name the way it is compared. */
  fold: (name: string) => string
}

/** Jellyfin grew out of Emby: accounts, policies and sessions are still made alike. */
export function createMediaAccounts({ seed, now, freshPolicy, fold }: AccountPlan): MediaAccounts {
  const users = new Map<string, MediaUser>()
  let made = 0
  return {
    server_id: hexOf(`${seed}:server`, 32),
    users,
    named: name => users.values().find(user => fold(user.name) === fold(name)),
    add(name, wish = {}) {
      made += 1
      const user: MediaUser = {
        id: hexOf(`${seed}:user:${made}:${name}`, 32),
        name,
        password: wish.password ?? '',
        policy: {
          ...freshPolicy(),
          IsAdministrator: wish.administrator ?? false,
          IsDisabled: wish.disabled ?? false,
          ...(wish.folders && { EnableAllFolders: false, EnabledFolders: [...wish.folders] }),
        },
        created_at: now(),
        last_login: null,
      }
      users.set(user.id, user)
      return user
    },
  }
}

export function isDisabled(user: MediaUser): boolean {
  return user.policy['IsDisabled'] === true
}

/** Ids are printed without dashes and accepted with them. */
export function plainId(id: string): string {
  return id.replaceAll('-', '').toLowerCase()
}

/** Seven digits of a second, as .NET prints. */
export function ticks(at: number): string {
  return new Date(at).toISOString().replace('Z', '0000Z')
}

export function loginDates(user: MediaUser): JsonRecord {
  if (user.last_login === null) return {}
  return { LastLoginDate: ticks(user.last_login), LastActivityDate: ticks(user.last_login) }
}

/** Whether it is the only one of its sort, and so may not leave it. */
export function isLast(
  accounts: MediaAccounts,
  user: MediaUser,
  counts: (user: MediaUser) => boolean,
): boolean {
  return counts(user) && [...accounts.users.values()].filter(counts).length === 1
}

export function isAdministratorAccount(user: MediaUser): boolean {
  return user.policy['IsAdministrator'] === true
}

/** Why a policy may not be given to a user, in the words both servers have; null when it may. */
export function policyRefusal(accounts: MediaAccounts, user: MediaUser, policy: JsonRecord): string | null {
  const demoted = policy['IsAdministrator'] !== true
  if (demoted && isLast(accounts, user, isAdministratorAccount)) {
    return 'There must be at least one user in the system with administrative access.'
  }
  if (policy['IsDisabled'] !== true) return null
  if (!demoted) return 'Administrators cannot be disabled.'
  if (isLast(accounts, user, one => !isDisabled(one))) {
    return 'There must be at least one enabled user in the system.'
  }
  return null
}
