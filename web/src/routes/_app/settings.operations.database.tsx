import { createFileRoute } from '@tanstack/react-router'
import { DatabaseCards } from '#features/operations/database-cards.tsx'
import { OperationsPage } from './-operations-page.tsx'

export const Route = createFileRoute('/_app/settings/operations/database')({ component: DatabasePage })

function DatabasePage() {
  return (
    <OperationsPage id="database">
      <DatabaseCards />
    </OperationsPage>
  )
}
