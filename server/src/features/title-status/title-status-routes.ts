import * as routes from '@foyer/contract/title-statuses'
import { type Binding, bind } from '#http/bind.ts'
import type { createCards } from './card-service.ts'
import type { createTitleStatus } from './title-status-service.ts'

export function titleStatusRoutes(parts: {
  titleStatus: ReturnType<typeof createTitleStatus>
  cards: ReturnType<typeof createCards>
}): Binding[] {
  return [
    bind(routes.getTitleStatus).to(({ caller, params, query }) =>
      parts.titleStatus(caller, { ...params, ...query }),
    ),
    bind(routes.postTitleStatuses).to(({ caller, body }) => parts.cards(caller, body)),
  ]
}
