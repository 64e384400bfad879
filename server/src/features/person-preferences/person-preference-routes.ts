import * as routes from '@foyer/contract/preferences'
import { type Binding, bind } from '#http/bind.ts'
import type { PersonPreferences } from './person-preferences.ts'

export function personPreferenceRoutes(preferences: PersonPreferences): Binding[] {
  return [
    bind(routes.getPreferences).to(({ caller }) => preferences.chosenBy(caller.user_id)),
    bind(routes.putPreferences).to(({ caller, body }) => preferences.choose(caller.user_id, body)),
  ]
}
