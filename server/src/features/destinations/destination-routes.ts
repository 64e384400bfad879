import * as routes from '@foyer/contract/destinations/destinations'
import { type Binding, bind } from '#http/bind.ts'
import type { Destinations } from './edit/destination-service.ts'
import type { DestinationTests } from './edit/destination-test.ts'

interface Services {
  destinations: Destinations
  tests: DestinationTests
}

/** The household's have no owner. */
const HOUSEHOLD = null

export function destinationRoutes({ destinations, tests }: Services): Binding[] {
  return [
    bind(routes.listDestinations).to(() => destinations.list(HOUSEHOLD)),
    bind(routes.createDestination).to(({ body, facts }) =>
      destinations.create(HOUSEHOLD, body, facts.origin),
    ),
    bind(routes.getDestination).to(({ params }) => destinations.get(HOUSEHOLD, params.id)),
    bind(routes.changeDestination).to(({ params, body, facts }) =>
      destinations.change(HOUSEHOLD, params.id, body, facts.origin),
    ),
    bind(routes.deleteDestination).to(({ params }) => destinations.remove(HOUSEHOLD, params.id)),
    bind(routes.testDestination).to(({ caller, params, body, facts, leaving }) =>
      tests.testStored(
        caller,
        { owner_id: HOUSEHOLD, id: params.id, origin: facts.origin },
        body ?? {},
        leaving(),
      ),
    ),
    bind(routes.testDestinationDraft).to(({ caller, body, leaving }) =>
      tests.testDraft(caller, HOUSEHOLD, body, leaving()),
    ),
    bind(routes.listOwnDestinations).to(({ caller }) => destinations.list(caller.user_id)),
    bind(routes.createOwnDestination).to(({ caller, body, facts }) =>
      destinations.create(caller.user_id, body, facts.origin),
    ),
    bind(routes.getOwnDestination).to(({ caller, params }) => destinations.get(caller.user_id, params.id)),
    bind(routes.changeOwnDestination).to(({ caller, params, body, facts }) =>
      destinations.change(caller.user_id, params.id, body, facts.origin),
    ),
    bind(routes.deleteOwnDestination).to(({ caller, params }) =>
      destinations.remove(caller.user_id, params.id),
    ),
    bind(routes.testOwnDestination).to(({ caller, params, body, facts, leaving }) =>
      tests.testStored(
        caller,
        { owner_id: caller.user_id, id: params.id, origin: facts.origin },
        body ?? {},
        leaving(),
      ),
    ),
    bind(routes.testOwnDestinationDraft).to(({ caller, body, leaving }) =>
      tests.testDraft(caller, caller.user_id, body, leaving()),
    ),
  ]
}
