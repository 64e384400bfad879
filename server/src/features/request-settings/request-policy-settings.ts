import { RequestSettings } from '@foyer/contract/request-settings'
import { defineSetting } from '#settings/settings.ts'

/** The request rules for everybody without rules of their own (1/4.7). */
export const requestSettings = defineSetting({
  key: 'request_settings',
  schema: RequestSettings,
  default: {
    require_approval: false,
    allow_season_choice: true,
    default_season_scope: 'all',
    allow_quality_choice: false,
    default_quality_movie: 0,
    default_quality_tv: 0,
  },
})
