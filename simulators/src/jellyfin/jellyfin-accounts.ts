import type { JsonRecord } from '../kit/json.ts'
import {
  createMediaAccounts,
  loginDates,
  type MediaAccounts,
  type MediaUser,
} from '../media-server/accounts.ts'
import { freshPolicy } from './jellyfin-policy.ts'

export function createAccounts(seed: string, now: () => number): MediaAccounts {
  return createMediaAccounts({ seed, now, freshPolicy, fold: name => name.toUpperCase() })
}

/** jellyfin.md, "Name rule". */
export function isValidName(name: string): boolean {
  return name.trim() === name && name !== '.' && name !== '..' && /^[\p{L}\p{N}_ \-'.@+]+$/u.test(name)
}

export function userResource(accounts: MediaAccounts, user: MediaUser): JsonRecord {
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
    ...loginDates(user),
    Configuration: CONFIGURATION,
    Policy: { ...policy, EnableLyricManagement: false },
  }
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
