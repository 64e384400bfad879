import type { Platform } from '#platform/platform.ts'
import { appPreferenceRoutes } from './app-preference-routes.ts'
import { createAppPreferences } from './app-preferences.ts'

/** In which apps people watch and listen. */
export function createAppPreferencesSlice(platform: Platform) {
  const preferences = createAppPreferences(platform)
  return { api: preferences, routes: appPreferenceRoutes(preferences) }
}
