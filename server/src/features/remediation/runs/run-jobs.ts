import { z } from 'zod'
import { defineJob } from '#jobs/index.ts'

/** Works on one issue until the run ends or waits. Its key is the issue, so there is one at a time. */
export const runAgent = defineJob({ name: 'run-agent', payload: z.object({ issue_id: z.int() }) })
/** Stops waiting for a reporter. Its key is the run. */
export const stopWaiting = defineJob({ name: 'agent-reporter-wait', payload: z.object({ run_id: z.int() }) })
/** Takes up open issues that could not be looked into when they were opened. */
export const takeUpIssues = defineJob({ name: 'agent-take-up', payload: z.object({}) })

export const TAKE_UP_KEY = 'minute'

/** Runs are long. Two at a time, in all processes together, leave room for other jobs and spare the AI provider. */
const LANES = 2

export function jobOf(issue_id: number): { dedupe_key: string; lane: string } {
  return { dedupe_key: String(issue_id), lane: `agent-${issue_id % LANES}` }
}
