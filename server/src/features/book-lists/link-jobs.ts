import { z } from 'zod'
import type { Database } from '#db/database.ts'
import { missedPollAt } from '#features/device-flows/index.ts'
import { again, defineJob, done, type Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import * as store from './book-list-store.ts'
import type { FlowRow } from './book-list-store.ts'

/** One job per link by a code, until the link ends. */
export const followLink = defineJob({
  name: 'follow-book-list-link',
  payload: z.object({ flow_id: z.string(), instance_id: z.string() }),
})

/** The person may close the page while entering the code: polling then continues without it. */
export function followLinks(parts: {
  database: Database
  clock: Clock
  jobs: Pick<Jobs, 'define' | 'handle'>
  advance(flow: FlowRow): Promise<void>
}): void {
  const { database, clock, jobs, advance } = parts
  jobs.define(followLink)
  jobs.handle(followLink, async ({ payload: { flow_id, instance_id } }) => {
    const find = () => store.findFlow(database.read, flow_id, instance_id)
    const flow = await find()
    if (flow?.status !== 'pending') return done()
    if (clock.now() < missedPollAt(flow)) return again(missedPollAt(flow))
    await advance(flow)
    const after = await find()
    return after?.status === 'pending' ? again(missedPollAt(after)) : done()
  })
}
