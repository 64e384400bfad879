import { z } from 'zod'
import { defineJob } from '#jobs/index.ts'

/** Carries out one approved action, and finds out later what came of it if the answer was lost. */
export const dispatchAction = defineJob({
  name: 'dispatch-agent-action',
  payload: z.object({ action_id: z.int() }),
})
