import {
  getRequestOptions,
  getRequestSettings,
  getUserRequestSettings,
  putRequestSettings,
  putUserRequestSettings,
} from '@foyer/contract/request-settings'
import { bind, type Binding } from '#http/bind.ts'
import type { OptionsFor } from './request-options.ts'
import type { RequestSettingsService } from './request-policy-service.ts'

export function requestSettingsRoutes(parts: {
  settings: RequestSettingsService
  optionsFor: OptionsFor
}): Binding[] {
  const { settings, optionsFor } = parts
  return [
    bind(getRequestOptions).to(({ caller, query }) => optionsFor(caller, query)),
    bind(getRequestSettings).to(() => settings.read()),
    bind(putRequestSettings).to(({ body }) => settings.change(body)),
    bind(getUserRequestSettings).to(({ params }) => settings.readUser(params.userID)),
    bind(putUserRequestSettings).to(({ params, body }) => settings.changeUser(params.userID, body)),
  ]
}
