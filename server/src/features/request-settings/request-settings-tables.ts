import type { SeasonScope } from '@foyer/contract/requests/requests'
import type { Fixed, Flag } from '#db/column-types.ts'

/** Null inherits the server's value (1/4.7). */
export interface UserRequestSettingsTable {
  user_id: Fixed<number>
  require_approval: Flag | null
  allow_season_choice: Flag | null
  season_scope: SeasonScope | null
  allow_quality_choice: Flag | null
  quality_profile_movie: number | null
  quality_profile_tv: number | null
}

export interface RequestSettingsTables {
  user_request_settings: UserRequestSettingsTable
}
