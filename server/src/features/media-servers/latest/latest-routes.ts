import { getLatestOnServers, getServerCover } from '@foyer/contract/media-servers/latest'
import { type Binding, bind } from '#http/bind.ts'
import type { Latest } from './latest-service.ts'

export function latestRoutes(latest: Latest): Binding[] {
  return [
    bind(getLatestOnServers).to(({ caller }) => latest.list(caller)),
    bind(getServerCover).to(({ caller, params }) => latest.cover(caller, params.id, params.item_id)),
  ]
}
