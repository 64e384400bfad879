import type { RouteDefinition } from '@foyer/contract/route'
import type { FastifyInstance } from 'fastify'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database } from '#db/database.ts'
import type { Observer } from '#db/faults.ts'
import type { Events } from '#events/events.ts'
import type { ContentFilter } from '#features/discover-screen/index.ts'
import type { EventHub } from '#features/live-events/index.ts'
import type { Argon, SsoRequired } from '#features/sessions/index.ts'
import type { Binding } from '#http/bind.ts'
import type { Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { CertificationLists } from '#ports/certification-lists.ts'
import type { Settings } from '#settings/settings.ts'

/** What a test may replace; the only seam there is (3.5). */
export interface Overrides {
  clock: Clock
  log: Log
  /** Sees every statement before it runs; crash tests end the process there. */
  observe: Observer
  /** Further routes with their bindings, for the tests of the edge itself. */
  extra: { routes: readonly RouteDefinition[]; bindings: readonly Binding[] }
  /** Where the built web client lies; absent, only the API is served. */
  web_folder: string
  certification_lists: CertificationLists
  /** What each caller may see of movies and TV. */
  content_filter: ContentFilter
  /** Single sign-on as the only way in. */
  ssoRequired: SsoRequired
  /** Passwords of tests need not be costly to guess. */
  argon: Argon
}

export interface App {
  http: FastifyInstance
  database: Database
  broadcast: Broadcast
  jobs: Jobs
  events: Events
  /** The event streams that are open in this process. */
  event_hub: EventHub
  settings: Settings
  /** Begins the work that goes on beside requests: jobs, events, sweeps. */
  start(): Promise<void>
  log: Log
  /** Finishes what runs for a few seconds, then cuts it off; afterwards nothing keeps the process alive. */
  close(hurry?: AbortSignal): Promise<void>
}
