import { createFileRoute } from '@tanstack/react-router'
import { JobKinds } from '#features/operations/job-kinds.tsx'
import { OperationsPage } from './-operations-page.tsx'

export const Route = createFileRoute('/_app/settings/operations/jobs/')({ component: Jobs })

function Jobs() {
  return (
    <OperationsPage id="jobs">
      <JobKinds />
    </OperationsPage>
  )
}
