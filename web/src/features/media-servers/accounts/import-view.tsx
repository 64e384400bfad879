import type { MediaServerType } from '@foyer/contract/instances/instance-types'
import type { ImportResult } from '@foyer/contract/media-servers/account-import'
import type { ServerUser } from '@foyer/contract/media-servers/media-server-accounts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Notice } from '#ui/notice.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { peopleQuery, serverUsersQuery, useImport } from './api.ts'
import { ImportForm } from './import-form.tsx'
import { mergeResults } from './import-plan.ts'
import { ImportResults } from './import-results.tsx'

interface ImportViewProps {
  instance_id: string
  name: string
  service_type: MediaServerType
}

/** Makes people of a server's accounts: first what would happen, then what did. */
export function ImportView({ instance_id, name, service_type }: ImportViewProps) {
  const { t } = useTranslation()
  const users = useQuery(serverUsersQuery(instance_id))
  const people = useQuery(peopleQuery())
  const run = useImport(instance_id)
  const [results, setResults] = useState<readonly ImportResult[]>([])
  const [manages, setManages] = useState(false)
  const failed = [users, people].filter(({ data, error }) => !data && error)

  function start(remote_user_ids: readonly string[], mappings: Record<string, number>, manage: boolean) {
    setManages(manage)
    run.mutate(
      { remote_user_ids, mappings, manage_access: manage },
      { onSuccess: now => setResults(before => mergeResults(before, now)) },
    )
  }

  if (failed.length > 0)
    return <ReadFailure of={failed} title={t('server_accounts.users_unreadable', { server: name })} />
  if (!users.data || !people.data)
    return (
      <div aria-busy aria-label={t('server_accounts.import.loading', { server: name })}>
        <RowSkeleton />
        <RowSkeleton />
        <RowSkeleton />
      </div>
    )
  return (
    <div className="flex flex-col gap-6">
      {run.error && (
        <Notice tone="danger">
          {isUnread(run.error)
            ? t('server_accounts.import.unread', { server: name })
            : `${errorText(t, run.error)} ${t('server_accounts.import.check')}`}
        </Notice>
      )}
      {results.length > 0 ? (
        <ImportResults
          results={results}
          people={people.data}
          busy={run.isPending}
          onRetry={(ids, mappings) => start(ids, mappings, manages)}
          onMore={() => {
            setResults([])
            run.reset()
          }}
        />
      ) : (
        <ImportForm
          product={PRODUCT_NAMES[service_type]}
          service_type={service_type}
          accounts={unlinked(users.data.users)}
          people={people.data}
          busy={run.isPending}
          onImport={start}
        />
      )}
    </div>
  )
}

/** The server is read before anything is saved (2:4.2). */
function isUnread(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'upstream_failed'
}

function unlinked(users: readonly ServerUser[]): ServerUser[] {
  return users.filter(({ linked_user_id }) => linked_user_id === undefined)
}
