import { createFileRoute } from '@tanstack/react-router'
import { CacheList } from '#features/operations/cache-list.tsx'
import { OperationsPage } from './-operations-page.tsx'

export const Route = createFileRoute('/_app/settings/operations/caches')({ component: Caches })

function Caches() {
  return (
    <OperationsPage id="caches">
      <CacheList />
    </OperationsPage>
  )
}
