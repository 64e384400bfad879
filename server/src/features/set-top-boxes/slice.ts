import type { Inventory } from '#features/instances/index.ts'
import type { LibraryStatus, Matches } from '#features/library-status/index.ts'
import { createDeviceWatch, findCallers } from '#features/sessions/index.ts'
import { createHoldLease } from '#jobs/exclusive.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { createSetTopHelper } from '#upstreams/settop-helper/settop-helper.ts'
import { assertAdult } from './box-access.ts'
import { createBoxActions } from './box-actions.ts'
import { createBoxes } from './boxes-service.ts'
import { createPairings } from './pairings.ts'
import { setTopBoxRoutes } from './set-top-box-routes.ts'
import { createTitleAccess } from './title-access.ts'

interface Needs {
  inventory: Inventory
  status: LibraryStatus
  matches: Matches
}

/** Set-top boxes, through a helper program (2:4.12). */
export function createSetTopBoxesSlice(platform: Platform, needs: Needs) {
  const { clock, log, config, database, hooks, scrubber } = platform
  const helper = createSetTopHelper({ clock, path: config.settop_helper })
  const registerSecret = scrubber.register
  const boxes = createBoxes({ ...platform, helper })
  const devices = createDeviceWatch({
    clock,
    log,
    findCallers: ids => findCallers(database.read, ids),
    onChecked: async live => pairings.endDemoted(live),
  })
  const pairings = createPairings({ ...platform, helper, registerSecret, watchDevice: devices.add })
  const actions = createBoxActions({
    ...platform,
    helper,
    registerSecret,
    holdLease: createHoldLease({ database, clock, taken: () => new Refusal('busy') }),
    assertTitleAccess: createTitleAccess({ ...platform, ...needs }),
  })
  hooks.kidsLimitsSet.on('set-top-boxes', boxes.limitsSet)
  hooks.setTopBoxesOffered.provide('set-top-boxes', boxes.isOffered)
  return {
    api: {},
    routes: setTopBoxRoutes({
      boxes,
      pairings,
      actions,
      permit: caller => assertAdult(database.read, caller),
    }),
    start: devices.start,
    endStreams() {
      devices.stop()
      pairings.endAll()
    },
    close: helper.close,
  }
}
