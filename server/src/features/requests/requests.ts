import type { Database } from '#db/database.ts'
import { createKeptAnswers } from '#db/kept-answers.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Events } from '#events/events.ts'
import type { Alerts } from '#features/notifications/index.ts'
import type { Quotas } from '#features/request-quotas/index.ts'
import type { Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { ParseInput } from '#kit/parse-input.ts'
import { createAdminQueue } from './decide/admin-queue.ts'
import { createCorrectives } from './accept/corrective-requests.ts'
import { createDelayedDecisions } from './decide/delayed-decisions.ts'
import { createDeliveryActions } from './deliver/delivery-actions.ts'
import { createDeliveryStatus } from './follow/delivery-status.ts'
import { createLibraryChange, type LibraryChangeParts } from './decide/library-change.ts'
import { createLiveView } from './follow/live-view.ts'
import type {
  DescribeMovie,
  LiveReader,
  PolicyOf,
  ProveAlbum,
  ReadQualityProfiles,
  ReadTitle,
  RequestSaved,
  TvMatches,
} from './dependencies.ts'
import { alsoAlerting, createRequestAlerts } from './notify/request-alerts.ts'
import { createAnswer } from './follow/request-answer.ts'
import { createApproval, createDecide } from './decide/request-approval.ts'
import { createOwnershipTransfer } from './user-removal/user-removal.ts'
import { createRequestEvents } from './notify/request-events.ts'
import { createHistory } from './follow/request-history.ts'
import { createIntake } from './accept/request-intake.ts'
import { createPreparation } from './prepare/request-preparation.ts'
import { createPreview } from './prepare/request-preview.ts'
import { createTitles } from './titles/request-titles.ts'
import { reconciling } from './deliver/reconcile-deliveries.ts'

export interface RequestParts {
  database: Database
  clock: Clock
  log: Log
  events: Events
  inventory: Inventory
  kids: TitleGate
  policyOf: PolicyOf
  parseInput: ParseInput
  readQualityProfiles: ReadQualityProfiles
  quotas: Quotas
  deliveries: Deliveries
  tv: TvMatches
  describeMovie: DescribeMovie
  live: LiveReader
  proveAlbum: ProveAlbum
  readTitle: ReadTitle
  jobs: Jobs
  requestSaved: RequestSaved
  alerts: Alerts
  readDeliveryOptions: LibraryChangeParts['readDeliveryOptions']
}

/** About twenty lists of two hundred rows, in every encoding. */
const LISTS_KEPT_BYTES = 4 * 1024 * 1024

/** Requests: intake, decisions, lists and actions (1:4.6 to 1:4.8). */
export function createRequests(parts: RequestParts) {
  const prepare = createPreparation(parts)
  const alerts = createRequestAlerts(parts.alerts)
  const events = alsoAlerting(createRequestEvents(parts.database, parts.events), alerts)
  const titles = createTitles({ ...parts, alerts, events })
  const liveView = reconciling(createLiveView(parts), { ...parts, titles })
  const answer = createAnswer({ ...parts, liveView })
  const decide = createDecide({ ...parts, events, library: createLibraryChange(parts) })
  const delayed = createDelayedDecisions({ ...parts, decide, answer, events })
  const answers = createKeptAnswers(parts.database, { max_bytes: LISTS_KEPT_BYTES })
  return {
    preview: createPreview({ ...parts, prepare }),
    create: createIntake({ ...parts, events, alerts, prepare, titles }),
    history: createHistory({ ...parts, liveView, answers }),
    deliveryStatus: createDeliveryStatus({ ...parts, answer }),
    act: createDeliveryActions({ ...parts, events, answer, delayed }),
    queue: createAdminQueue({ ...parts, liveView, answers }),
    approval: createApproval({ ...parts, decide, delayed, answer }),
    correctives: createCorrectives({ ...parts, liveView, answer }),
    transferOwnership: createOwnershipTransfer(parts),
    titles,
  }
}

export type Requests = ReturnType<typeof createRequests>
