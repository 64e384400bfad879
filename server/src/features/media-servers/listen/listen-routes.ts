import { getListen } from '@foyer/contract/media-servers/listen'
import { type Binding, bind } from '#http/bind.ts'
import type { Listen } from './listen-service.ts'

export function listenRoutes(listen: Listen): Binding[] {
  return [bind(getListen).to(({ caller, query }) => listen(caller, query))]
}
