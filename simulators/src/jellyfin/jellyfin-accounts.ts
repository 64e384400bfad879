import { hexOf } from '../kit/ids.ts'
import type { JsonRecord } from '../kit/json.ts'
import { freshPolicy } from './jellyfin-policy.ts'

export interface JellyfinUser {
  id: string
  name: string
  password: string
  policy: JsonRecord
  last_login: number | null
}

export interface NewJellyfinUser {
  password?: string
  administrator?: boolean
  disabled?: boolean
  /** Folder ids it may see; all of them when absent. */
  folders?: readonly string[]
}

export interface JellyfinAccounts {
  server_id: string
  users: Map<string, JellyfinUser>
  /** Names compare without case. */
  named: (name: string) => JellyfinUser | undefined
  add: (name: string, wish?: NewJellyfinUser) => JellyfinUser
}

export function isDisabled(user: JellyfinUser): boolean {
  return user.policy['IsDisabled'] === true
}

/** jellyfin.md, "Name rule". */
export function isValidName(name: string): boolean {
  return name.trim() === name && name !== '.' && name !== '..' && /^[\p{L}\p{N}_ \-'.@+]+$/u.test(name)
}

/** Ids are printed without dashes and accepted with them. */
export function plainId(id: string): string {
  return id.replaceAll('-', '').toLowerCase()
}

export function createAccounts(seed: string, server_id: string): JellyfinAccounts {
  const users = new Map<string, JellyfinUser>()
  let made = 0
  return {
    server_id,
    users,
    named: name => users.values().find(user => user.name.toUpperCase() === name.toUpperCase()),
    add(name, wish = {}) {
      made += 1
      const user: JellyfinUser = {
        id: hexOf(`${seed}:user:${made}:${name}`, 32),
        name,
        password: wish.password ?? '',
        policy: {
          ...freshPolicy(),
          IsAdministrator: wish.administrator ?? false,
          IsDisabled: wish.disabled ?? false,
          ...(wish.folders && { EnableAllFolders: false, EnabledFolders: [...wish.folders] }),
        },
        last_login: null,
      }
      users.set(user.id, user)
      return user
    },
  }
}

export function userResource(accounts: JellyfinAccounts, user: JellyfinUser): JsonRecord {
  // jellyfin.md, "Policy details": the lyric right is applied on write but never reported.
  const { EnableLyricManagement: _kept, ...policy } = user.policy
  return {
    Name: user.name,
    ServerId: accounts.server_id,
    Id: user.id,
    HasPassword: true,
    HasConfiguredPassword: user.password !== '',
    HasConfiguredEasyPassword: false,
    EnableAutoLogin: false,
    ...(user.last_login !== null && {
      LastLoginDate: ticks(user.last_login),
      LastActivityDate: ticks(user.last_login),
    }),
    Configuration: CONFIGURATION,
    Policy: { ...policy, EnableLyricManagement: false },
  }
}

/** Seven digits of a second, as .NET prints. */
export function ticks(at: number): string {
  return new Date(at).toISOString().replace('Z', '0000Z')
}

const CONFIGURATION = {
  PlayDefaultAudioTrack: true,
  SubtitleLanguagePreference: '',
  DisplayMissingEpisodes: false,
  GroupedFolders: [],
  SubtitleMode: 'Default',
  DisplayCollectionsView: false,
  EnableLocalPassword: false,
  OrderedViews: [],
  LatestItemsExcludes: [],
  MyMediaExcludes: [],
  HidePlayedInLatest: true,
  RememberAudioSelections: true,
  RememberSubtitleSelections: true,
  EnableNextEpisodeAutoPlay: true,
  CastReceiverId: 'F007D354',
}
