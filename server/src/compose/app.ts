import type { RouteDefinition } from '@foyer/contract/route'
import type { FastifyInstance } from 'fastify'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database } from '#db/database.ts'
import type { Observer } from '#db/faults.ts'
import type { Events } from '#events/events.ts'
import type { AiModels } from '#features/ai-models/index.ts'
import type { ToolDefinition, ToolDispatcher } from '#features/ai-tools/index.ts'
import type { ContentFilter } from '#features/discover-screen/index.ts'
import type { EventHub } from '#features/live-events/index.ts'
import type { Argon, SsoRequired } from '#features/sessions/index.ts'
import type { ToolClients } from '#features/sign-in/index.ts'
import type { Binding } from '#http/bind.ts'
import type { Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log, ServerLog } from '#kit/log.ts'
import type { CertificationLists } from '#ports/certification-lists.ts'
import type { Settings } from '#settings/settings.ts'

/** Parts that tests may replace; there is no other seam (3.5). */
export interface Overrides {
  clock: Clock
  log: ServerLog
  /** Sees every statement before it runs; crash tests end the process there. */
  observe: Observer
  /** Additional routes with their bindings, for tests of the HTTP layer itself. */
  extra: { routes: readonly RouteDefinition[]; bindings: readonly Binding[] }
  /** Folder of the built web client. When absent, only the API is served. */
  web_folder: string
  certification_lists: CertificationLists
  /** Decides which movies and shows each caller may see. */
  content_filter: ContentFilter
  /** Whether single sign-on is the only allowed way to sign in. */
  ssoRequired: SsoRequired
  /** Clients that use tools on behalf of a person (2:4.5). */
  tool_clients: ToolClients
  /** Models that answer in tests without a provider. */
  ai_models: AiModels
  /** The tools of assistants, in place of those of the product. */
  tools: readonly ToolDefinition[]
  /** Cheap password hashing for tests. */
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
  /** The tools of assistants, as chat and tool clients reach them. */
  tools: ToolDispatcher
  settings: Settings
  /** Starts the background work: jobs, events, sweeps. */
  start(): Promise<void>
  log: Log
  /** Resolves when the server wants to be closed and started again, such as for a restore. */
  restart_asked: Promise<void>
  /** Gives running work a few seconds to finish, then aborts it. Afterwards nothing keeps the process alive. */
  close(hurry?: AbortSignal): Promise<void>
}
