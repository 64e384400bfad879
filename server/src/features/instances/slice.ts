import { webhookStates } from '#features/library-webhooks/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { OwnerAccount } from '#ports/owner-account.ts'
import type { ConnectionTesters, LibraryListers } from './connection/connection-tests.ts'
import type { DeliveryOptionsReaders } from './delivery/delivery-options.ts'
import { createInventory } from './instance-inventory.ts'
import { instanceRoutes } from './instance-routes.ts'
import { createInstances } from './instances.ts'

interface Needs {
  testers: ConnectionTesters
  listers: LibraryListers
  owner_accounts: OwnerAccount
  options_readers: DeliveryOptionsReaders
}

/** The services Foyer is connected to, and who may use them. */
export function createInstancesSlice(platform: Platform, needs: Needs) {
  const { owner_accounts, testers, listers, options_readers } = needs
  const { config, hooks } = platform
  const registerSecret = platform.scrubber.register
  const inventory = createInventory({ ...platform, media_roots: config.media_roots, registerSecret })
  const instances = createInstances({
    ...platform,
    inventory,
    testers,
    listers,
    options_readers,
    accounts: owner_accounts,
    hooks: {
      connected: hooks.instanceConnected.run,
      librariesChanged: hooks.sharedLibrariesChanged.run,
      librariesSaved: hooks.sharedLibrariesSaved.run,
      async leaving(...removal) {
        const afterCommit: (() => void)[] = []
        await hooks.instanceRemoved.run(...removal, run => afterCommit.push(run))
        return () => {
          for (const run of afterCommit) run()
        }
      },
    },
    grantsChanged: hooks.grantsChanged.run,
    webhookStates,
    registerSecret,
  })
  const { grants, service, readDeliveryOptions } = instances
  return {
    api: {
      inventory,
      grants,
      adopt: service.adopt,
      shareLibraries: service.shareLibraries,
      readDeliveryOptions,
    },
    routes: instanceRoutes(instances),
  }
}
