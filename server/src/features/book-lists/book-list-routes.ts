import * as routes from '@foyer/contract/book-list-connection'
import { type Binding, bind } from '#http/bind.ts'
import type { BookLists } from './book-lists.ts'

export function bookListRoutes({ connections, flows }: Pick<BookLists, 'connections' | 'flows'>): Binding[] {
  return [
    bind(routes.getBookListConnection).to(({ params }) => connections.read(params.id)),
    bind(routes.putBookListConnection).to(({ caller, params, body }) =>
      connections.connect(caller, params.id, body.token, body.revision),
    ),
    bind(routes.deleteBookListConnection).to(({ params }) => connections.disconnect(params.id)),
    bind(routes.postBookListDevice).to(({ params }) => flows.begin(params.id)),
    bind(routes.getBookListDevice).to(({ params }) => flows.read(params.id, params.flowID)),
    bind(routes.deleteBookListDevice).to(({ params }) => flows.cancel(params.id, params.flowID)),
    bind(routes.postBookListApply).to(({ params, body }) =>
      connections.apply(params.id, body.connection_id, body.instances),
    ),
  ]
}
