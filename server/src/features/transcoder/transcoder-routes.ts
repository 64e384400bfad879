import * as routes from '@foyer/contract/transcoder'
import { type Binding, bind } from '#http/bind.ts'
import type { TranscoderMonitor } from './transcoder-monitor.ts'

export function transcoderRoutes(monitor: TranscoderMonitor): Binding[] {
  return [
    bind(routes.getTranscoderActivity).to(({ caller, params }) =>
      monitor.activity(caller, params.instanceID),
    ),
    bind(routes.getTranscoderLibraries).to(({ caller, params }) =>
      monitor.libraries(caller, params.instanceID),
    ),
    bind(routes.getTranscoderStats).to(({ caller, params, query }) =>
      monitor.stats(caller, params.instanceID, query.library_id || null),
    ),
  ]
}
