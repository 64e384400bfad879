import { useQuery } from '@tanstack/react-query'
import MonitorPlay from 'lucide-react/icons/monitor-play'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ownServersQuery } from './api.ts'
import type { Reader } from './join-server.tsx'
import { OwnServer } from './own-server.tsx'

interface OwnServersProps {
  reader: Reader
  /** Shown if there is no server: what the reader can do about it. */
  empty: ReactNode
}

/** The reader's servers. Each is read live, so the list may take a few seconds. */
export function OwnServers({ reader, empty }: OwnServersProps) {
  const { t } = useTranslation()
  const read = useQuery(ownServersQuery())
  const { data, error, isFetching, refetch } = read
  if (!data)
    return error ? (
      <ReadFailure of={read} title={t('media_servers.unreadable')} />
    ) : (
      <div aria-busy aria-label={t('media_servers.loading')} className="flex flex-col gap-4">
        <Skeleton className="h-48 rounded-card" />
        <Skeleton className="h-48 rounded-card" />
      </div>
    )
  if (data.length === 0) return empty
  return (
    <div className="flex flex-col gap-4">
      {data.map(server => (
        <OwnServer
          key={server.instance_id}
          server={server}
          reader={reader}
          checking={isFetching}
          onCheck={() => void refetch()}
        />
      ))}
    </div>
  )
}

export function NoServers({ action, children }: { action?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <EmptyState icon={<MonitorPlay />} title={t('media_servers.none_title')} action={action}>
      {children}
    </EmptyState>
  )
}
