import * as routes from '@foyer/contract/releases'
import { Answer, type Binding, bind } from '#http/bind.ts'
import type { CalendarFeeds } from './calendar-feeds.ts'
import type { ReleaseService } from './release-service.ts'

const FILE_HEADERS = { 'content-disposition': 'inline; filename="releases.ics"' }

export function releaseRoutes({
  releases,
  feeds,
}: {
  releases: Pick<ReleaseService, 'list'>
  feeds: CalendarFeeds
}): Binding[] {
  return [
    bind(routes.getReleases).to(({ caller, query }) => releases.list(caller, query)),
    bind(routes.getCalendarFeed).to(({ caller }) => feeds.state(caller)),
    bind(routes.postCalendarFeed).to(({ caller, facts }) => feeds.create(caller, facts.origin)),
    bind(routes.deleteCalendarFeed).to(async ({ caller }) => {
      await feeds.revoke(caller)
      return undefined
    }),
    bind(routes.getCalendarFile).to(
      async ({ params }) => new Answer(await feeds.file(params.file), { headers: FILE_HEADERS }),
    ),
  ]
}
