import { hexOf } from '../kit/ids.ts'
import { asList, type JsonRecord } from '../kit/json.ts'

export interface EmbyUser {
  id: string
  name: string
  /** Empty until somebody sets one: such an account signs in with an empty password. */
  password: string
  policy: JsonRecord
  created_at: number
  last_login: number | null
}

export interface NewEmbyUser {
  password?: string
  administrator?: boolean
  disabled?: boolean
  /** Folder `Guid`s it may see; all of them when absent. */
  folders?: readonly string[]
}

export interface EmbyAccounts {
  server_id: string
  users: Map<string, EmbyUser>
  named: (name: string) => EmbyUser | undefined
  add: (name: string, wish?: NewEmbyUser) => EmbyUser
}

export function isDisabled(user: EmbyUser): boolean {
  return user.policy['IsDisabled'] === true
}

/** Seven digits of a second, as .NET prints. */
export function ticks(at: number): string {
  return new Date(at).toISOString().replace('Z', '0000Z')
}

export function createEmbyAccounts(seed: string, now: () => number): EmbyAccounts {
  const users = new Map<string, EmbyUser>()
  let made = 0
  return {
    server_id: hexOf(`${seed}:server`, 32),
    users,
    named: name => users.values().find(user => user.name.toLowerCase() === name.toLowerCase()),
    add(name, wish = {}) {
      made += 1
      const user: EmbyUser = {
        id: hexOf(`${seed}:user:${made}:${name}`, 32),
        name,
        password: wish.password ?? '',
        policy: {
          ...usualPolicy(),
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

/** emby.md: `EnabledFolders` takes the folder's `Guid`, never its numeric id. */
export function canSeeFolder(user: EmbyUser, folder: { guid: string }): boolean {
  return (
    user.policy['EnableAllFolders'] === true || asList(user.policy['EnabledFolders']).includes(folder.guid)
  )
}

export function userResource(accounts: EmbyAccounts, user: EmbyUser): JsonRecord {
  return {
    Name: user.name,
    ServerId: accounts.server_id,
    Prefix: user.name.charAt(0).toUpperCase(),
    DateCreated: ticks(user.created_at),
    Id: user.id,
    HasPassword: user.password !== '',
    HasConfiguredPassword: user.password !== '',
    ...(user.last_login !== null && {
      LastLoginDate: ticks(user.last_login),
      LastActivityDate: ticks(user.last_login),
    }),
    Configuration: CONFIGURATION,
    Policy: user.policy,
  }
}

const CONFIGURATION = {
  PlayDefaultAudioTrack: true,
  DisplayMissingEpisodes: false,
  SubtitleMode: 'Smart',
  OrderedViews: [],
  LatestItemsExcludes: [],
  MyMediaExcludes: [],
  HidePlayedInLatest: true,
  RememberAudioSelections: true,
  RememberSubtitleSelections: true,
  EnableNextEpisodeAutoPlay: true,
  EnableLocalPassword: false,
}

/** emby.md, example of `POST /Users/New`: what a fresh account may do, and what a gap in a written one becomes. */
export function usualPolicy(): JsonRecord {
  return {
    IsAdministrator: false,
    IsHidden: true,
    IsHiddenRemotely: true,
    IsHiddenFromUnusedDevices: false,
    IsDisabled: false,
    LockedOutDate: 0,
    AllowTagOrRating: false,
    BlockedTags: [],
    IsTagBlockingModeInclusive: false,
    IncludeTags: [],
    EnableUserPreferenceAccess: true,
    AccessSchedules: [],
    BlockUnratedItems: [],
    EnableRemoteControlOfOtherUsers: false,
    EnableSharedDeviceControl: true,
    EnableRemoteAccess: true,
    EnableLiveTvManagement: false,
    EnableLiveTvAccess: true,
    EnableMediaPlayback: true,
    EnableAudioPlaybackTranscoding: true,
    EnableVideoPlaybackTranscoding: true,
    EnablePlaybackRemuxing: true,
    EnableContentDeletion: false,
    RestrictedFeatures: [],
    EnableContentDeletionFromFolders: [],
    EnableContentDownloading: true,
    EnableSubtitleDownloading: false,
    EnableSubtitleManagement: false,
    EnableSyncTranscoding: true,
    EnableMediaConversion: true,
    EnabledChannels: [],
    EnableAllChannels: true,
    EnabledFolders: [],
    EnableAllFolders: true,
    InvalidLoginAttemptCount: 0,
    EnablePublicSharing: true,
    RemoteClientBitrateLimit: 0,
    AuthenticationProviderId: 'Emby.Server.Implementations.Library.DefaultAuthenticationProvider',
    ExcludedSubFolders: [],
    SimultaneousStreamLimit: 0,
    EnabledDevices: [],
    EnableAllDevices: true,
    AllowCameraUpload: true,
    AllowSharingPersonalItems: false,
  }
}
