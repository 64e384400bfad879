import type { Platform } from '#platform/platform.ts'
import type { Proposals } from '../actions/agent-action.ts'
import type { RemediationNeeds } from '../slice.ts'
import { createAgentSteps } from './agent-steps.ts'
import type { Runs } from './agent-run.ts'
import { createAgentWorker } from './agent-worker.ts'
import { createEvidence } from './evidence.ts'
import { createOwnToolCalls } from './own-tool-calls.ts'
import { createRunChanges } from './run-changes.ts'
import { createRunEndings } from './run-endings.ts'
import { runAgent } from './run-jobs.ts'
import { runRoutes } from './run-routes.ts'
import { createRunStarts } from './run-starts.ts'
import { createRunStates } from './run-state.ts'
import { createRunningAgents } from './running-agents.ts'

export interface RunsNeeds
  extends Pick<
    RemediationNeeds,
    'inventory' | 'issues' | 'operations' | 'accounts' | 'models' | 'server_tools' | 'alerts'
  > {
  proposals: Proposals
}

type RunsPlatform = Pick<
  Platform,
  'database' | 'broadcast' | 'settings' | 'jobs' | 'events' | 'clock' | 'log' | 'scrubber'
>

/** Investigations: when they begin, what they do step by step, and how they end (2:4.9). */
export function createRunsPart(platform: RunsPlatform, needs: RunsNeeds) {
  const { jobs, broadcast } = platform
  const running = createRunningAgents(broadcast)
  const endings = createRunEndings({ ...platform, ...needs, running })
  const starts = createRunStarts({ ...platform, ...needs })
  const states = createRunStates({ ...platform, ...needs })
  const gatherEvidence = createEvidence({ ...platform, ...needs })
  const callOwnTool = createOwnToolCalls({ ...platform, ...needs, states, endings, gatherEvidence })
  const steps = createAgentSteps({ ...platform, ...needs, states, endings, callOwnTool })
  const changes = createRunChanges({ ...platform, ...needs, starts, endings })
  jobs.define(runAgent)
  jobs.handle(runAgent, createAgentWorker({ ...platform, starts, states, steps, running }))
  const runs: Runs = { actionEnded: changes.actionEnded }

  return {
    runs,
    issueOpened: starts.issueOpened,
    issueReplied: changes.issueReplied,
    issueClosed: changes.issueClosed,
    instanceChanged: changes.instanceChanged,
    settingsChanged: changes.settingsChanged,
    routes: runRoutes({ ...platform, ...needs }),
    async start(): Promise<void> {
      running.start()
      await changes.schedule()
    },
    close: running.close,
  }
}
