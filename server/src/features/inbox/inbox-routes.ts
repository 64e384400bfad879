import * as routes from '@foyer/contract/inbox'
import { type Binding, bind } from '#http/bind.ts'
import type { Inbox } from './inbox-service.ts'

export function inboxRoutes(inbox: Inbox): Binding[] {
  return [
    bind(routes.getInbox).to(({ caller, query }) => inbox.list(caller, query)),
    bind(routes.getInboxUnread).to(({ caller }) => inbox.unread(caller)),
    bind(routes.postInboxRead).to(({ caller, body }) => inbox.readAll(caller, body.through)),
    bind(routes.postInboxEntryRead).to(({ caller, params }) => inbox.readOne(caller, params.id)),
  ]
}
