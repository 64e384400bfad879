import type { JsonRecord } from '../kit/json.ts'

const PROVIDERS = 'Jellyfin.Server.Implementations.Users'

/** What a fresh account may do (jellyfin.md, example UserDto): everything is visible until somebody limits it. */
export function freshPolicy(): JsonRecord {
  return {
    ...classDefaults(),
    IsHidden: true,
    LoginAttemptsBeforeLockout: -1,
    AuthenticationProviderId: `${PROVIDERS}.DefaultAuthenticationProvider`,
    PasswordResetProviderId: `${PROVIDERS}.DefaultPasswordResetProvider`,
  }
}

/** jellyfin.md, "Calls": a field left out of a written policy falls back to these. */
export function classDefaults(): JsonRecord {
  return {
    IsAdministrator: false,
    IsHidden: true,
    EnableCollectionManagement: false,
    EnableSubtitleManagement: false,
    EnableLyricManagement: false,
    IsDisabled: false,
    BlockedTags: [],
    AllowedTags: [],
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
    ForceRemoteSourceTranscoding: false,
    EnableContentDeletion: false,
    EnableContentDeletionFromFolders: [],
    EnableContentDownloading: true,
    EnableSyncTranscoding: true,
    EnableMediaConversion: true,
    EnabledDevices: [],
    EnableAllDevices: true,
    EnabledChannels: [],
    EnableAllChannels: true,
    EnabledFolders: [],
    EnableAllFolders: true,
    InvalidLoginAttemptCount: 0,
    LoginAttemptsBeforeLockout: 0,
    MaxActiveSessions: 0,
    EnablePublicSharing: true,
    BlockedMediaFolders: [],
    BlockedChannels: [],
    RemoteClientBitrateLimit: 0,
    SyncPlayAccess: 'CreateAndJoinGroups',
  }
}

/** What is stored when a whole policy is written: gaps filled, and the two quirks of the sheet applied. */
export function writtenPolicy(old: JsonRecord, body: JsonRecord): JsonRecord {
  const policy = { ...classDefaults(), ...body }
  // jellyfin.md, "Policy details": 0 becomes 3, and two lists are reported but never written.
  if (policy['LoginAttemptsBeforeLockout'] === 0) policy['LoginAttemptsBeforeLockout'] = 3
  policy['BlockedMediaFolders'] = old['BlockedMediaFolders']
  policy['BlockedChannels'] = old['BlockedChannels']
  return policy
}
