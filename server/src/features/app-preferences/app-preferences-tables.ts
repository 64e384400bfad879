import type { ListeningApp, VideoApp } from '@foyer/contract/media-servers/app-preferences'
import type { Fixed } from '#db/column-types.ts'

/** Empty inherits. */
export interface AppPreferencesTable {
  user_id: Fixed<number>
  video_invite_server: VideoApp
  video_account_server_a: VideoApp
  video_account_server_b: VideoApp
  listening_ios: ListeningApp
  listening_android: ListeningApp
}

export interface AppPreferencesTables {
  app_preferences: AppPreferencesTable
}
