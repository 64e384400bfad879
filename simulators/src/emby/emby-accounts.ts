import { asList, type JsonRecord } from '../kit/json.ts'
import {
  createMediaAccounts,
  loginDates,
  type MediaAccounts,
  type MediaUser,
  ticks,
} from '../media-server/accounts.ts'

export function createEmbyAccounts(seed: string, now: () => number): MediaAccounts {
  return createMediaAccounts({ seed, now, freshPolicy: usualPolicy, fold: name => name.toLowerCase() })
}

/** emby.md: `EnabledFolders` takes the folder's `Guid`, never its numeric id. */
export function canSeeFolder(user: MediaUser, folder: { guid: string }): boolean {
  return (
    user.policy['EnableAllFolders'] === true || asList(user.policy['EnabledFolders']).includes(folder.guid)
  )
}

export function userResource(accounts: MediaAccounts, user: MediaUser): JsonRecord {
  return {
    Name: user.name,
    ServerId: accounts.server_id,
    Prefix: user.name.charAt(0).toUpperCase(),
    DateCreated: ticks(user.created_at),
    Id: user.id,
    HasPassword: user.password !== '',
    HasConfiguredPassword: user.password !== '',
    ...loginDates(user),
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
