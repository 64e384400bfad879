import * as routes from '@foyer/contract/app-config'
import { type Binding, bind } from '#http/bind.ts'
import type { Configs } from './config-service.ts'
import type { DiscoverySettingsService } from './discovery-service.ts'
import type { SetupChecklist } from './setup-service.ts'

export interface AppConfigRouteParts {
  configs: Configs
  discovery: DiscoverySettingsService
  setup: SetupChecklist
}

export function appConfigRoutes({ configs, discovery, setup }: AppConfigRouteParts): Binding[] {
  return [
    bind(routes.getConfig).to(({ caller }) => configs.configFor(caller)),
    bind(routes.getDiscoverySettings).to(() => discovery.present()),
    bind(routes.putDiscoverySettings).to(({ body }) => discovery.save(body)),
    bind(routes.getSetupStatus).to(() => setup.status()),
    bind(routes.putSetupSkip).to(({ body }) => setup.skip(body.key, body.skipped)),
  ]
}
