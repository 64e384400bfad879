import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { AiAccounts } from '#features/ai-accounts/index.ts'
import type { ServerTools } from '#features/ai-tools/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { QueueViews } from '#features/issue-detection/index.ts'
import type { Issues } from '#features/issues/index.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import type { Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { LanguageModels } from '#ports/language-model.ts'
import type { Settings } from '#settings/settings.ts'
import type { Proposals } from '../../actions/agent-action.ts'
import { createAgentSteps } from '../agent/agent-steps.ts'
import type { Runs } from '../agent/agent-run.ts'
import { createAgentWorker } from '../agent/agent-worker.ts'
import { createEvidence } from './evidence.ts'
import { createOwnToolCalls } from '../agent/own-tool-calls.ts'
import { createRunChanges } from '../run-changes.ts'
import { createRunEndings } from '../run-endings.ts'
import { runAgent } from '../run-jobs.ts'
import { runRoutes } from '../run-routes.ts'
import { createRunStarts } from '../run-starts.ts'
import { createRunStates } from '../run-state.ts'
import { createRunningAgents } from '../agent/running-agents.ts'

export interface InvestigationsParts {
  database: Database
  broadcast: Broadcast
  settings: Settings
  jobs: Jobs
  events: Events
  clock: Clock
  log: Log
  scrubber: Scrubber
  inventory: Pick<Inventory, 'list'>
  issues: Issues
  operations: Pick<LibraryOperations, 'reads'>
  queue_views: QueueViews
  accounts: Pick<AiAccounts, 'resolveShared'>
  models: LanguageModels
  server_tools: ServerTools
  alerts: Pick<Alerts, 'raise'>
  proposals: Proposals
}

/** Investigations: when they begin, what they do step by step, and how they end (2:4.9). */
export function createInvestigations(parts: InvestigationsParts) {
  const { jobs, broadcast } = parts
  const running = createRunningAgents(broadcast)
  const endings = createRunEndings({ ...parts, running })
  const starts = createRunStarts({ ...parts })
  const states = createRunStates({ ...parts })
  const gatherEvidence = createEvidence({ ...parts })
  const callOwnTool = createOwnToolCalls({ ...parts, states, endings, gatherEvidence })
  const steps = createAgentSteps({ ...parts, states, endings, callOwnTool })
  const changes = createRunChanges({ ...parts, starts, endings })
  jobs.define(runAgent)
  jobs.handle(runAgent, createAgentWorker({ ...parts, starts, states, steps, running }))
  const runs: Runs = { actionEnded: changes.actionEnded }

  return {
    runs,
    issueOpened: starts.issueOpened,
    issueReplied: changes.issueReplied,
    issueClosed: changes.issueClosed,
    userRemoved: changes.userRemoved,
    instanceChanged: changes.instanceChanged,
    settingsChanged: changes.settingsChanged,
    routes: runRoutes({ ...parts }),
    async start(): Promise<void> {
      running.start()
      await changes.schedule()
    },
    close: running.close,
  }
}
