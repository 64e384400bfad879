import * as routes from '@foyer/contract/operations/jobs'
import { type Binding, bind } from '#http/bind.ts'
import type { JobOperations } from './job-service.ts'

export function jobRoutes(jobs: JobOperations): Binding[] {
  return [
    bind(routes.listJobKinds).to(async () => ({ kinds: await jobs.kinds() })),
    bind(routes.listJobs).to(({ params, query }) => jobs.list(params.name, query)),
    bind(routes.runJobNow).to(async ({ params }) => {
      await jobs.runNow(params.id)
      return { status: 'due' }
    }),
  ]
}
