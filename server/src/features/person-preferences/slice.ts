import type { Platform } from '#platform/platform.ts'
import { personPreferenceRoutes } from './person-preference-routes.ts'
import { createPersonPreferences } from './person-preferences.ts'

/** The language and time zone of each user. */
export function createPersonPreferencesSlice(platform: Platform) {
  const preferences = createPersonPreferences(platform)
  const close = preferences.listen()
  return { api: preferences, routes: personPreferenceRoutes(preferences), close }
}
