import type { Inventory } from '#features/instances/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createChangeLog } from './change-log.ts'
import { type ConfigurationPorts, createManagedInstances } from './managed-instances.ts'
import { createManagerConfiguration } from './manager-configuration.ts'
import { managerConfigurationRoutes } from './manager-configuration-routes.ts'
import { createProfileChanges } from './profile-changes.ts'
import { createProfileProposals } from './profile-proposals.ts'
import { createSettingsHistory } from './settings-history.ts'

interface Needs {
  inventory: Inventory
  alerts: Alerts
  ports: ConfigurationPorts
}

/** Quality profiles and custom formats of library managers, with the history of what assistants changed there. */
export function createManagerConfigurationSlice(platform: Platform, { inventory, alerts, ports }: Needs) {
  const { database } = platform
  const managers = createManagedInstances({ database, inventory, ports })
  const change_log = createChangeLog({ ...platform, managers })
  const shared = {
    ...platform,
    alerts,
    managers,
    change_log,
    profile_changes: createProfileChanges({ database, managers }),
  }
  const proposals = createProfileProposals(shared)
  return {
    api: { configuration: createManagerConfiguration({ ...shared, proposals }) },
    routes: managerConfigurationRoutes(createSettingsHistory(shared), proposals),
    start: change_log.resumeAtStart,
  }
}
