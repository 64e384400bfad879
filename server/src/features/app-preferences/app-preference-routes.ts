import * as routes from '@foyer/contract/media-servers/app-preferences'
import { type Binding, bind } from '#http/bind.ts'
import type { AppPreferences } from './app-preferences.ts'

export function appPreferenceRoutes(preferences: AppPreferences): Binding[] {
  return [
    bind(routes.getVideoApps).to(({ caller }) => preferences.video(caller.user_id)),
    bind(routes.putVideoApps).to(({ caller, body }) => preferences.chooseVideo(caller.user_id, body)),
    bind(routes.getListeningApps).to(({ caller }) => preferences.listening(caller.user_id)),
    bind(routes.putListeningApps).to(({ caller, body }) => preferences.chooseListening(caller.user_id, body)),
  ]
}
