import { getWatch } from '@foyer/contract/media-servers/watch'
import { type Binding, bind } from '#http/bind.ts'
import type { Watch } from './watch-service.ts'

export function watchRoutes(watch: Watch): Binding[] {
  return [bind(getWatch).to(({ caller, query }) => watch(caller, query))]
}
