import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { useFormat } from '#lib/i18n.ts'
import { OPERATION_PAGES, type OperationPage } from '#lib/operation-pages.ts'
import { Badge } from '#ui/badge.tsx'
import { RowList } from '#ui/row-link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { databaseQuery, jobKindsQuery, outboxQuery, stuckDeliveriesQuery } from './api.ts'
import { logLevelQuery } from './log-api.ts'

/** What is worth knowing before a page is opened. */
const STATES: Partial<Record<OperationPage['id'], () => ReactNode>> = {
  jobs: JobsState,
  deliveries: DeliveriesState,
  outbox: OutboxState,
  log: LogState,
  database: DatabaseState,
}

interface OperationsOverviewProps {
  /** Draws the link to one page, with its state. */
  row: ComponentType<{ page: OperationPage; state: ReactNode }>
  /** Further rows. */
  children: ReactNode
}

/** The pages of whoever runs the server, each with its state; one that cannot be read takes none of the others down. */
export function OperationsOverview({ row: Row, children }: OperationsOverviewProps) {
  const { t } = useTranslation()
  const permissions = useSession()?.user.permissions ?? []
  return (
    <RowList aria-label={t('settings.operations.title')}>
      {OPERATION_PAGES.filter(({ permission }) => permissions.includes(permission)).map(page => {
        const State = STATES[page.id]
        return <Row key={page.id} page={page} state={State && <State />} />
      })}
      {children}
    </RowList>
  )
}

/** A badge while there is something to say; where it will be until it is known. */
function State({ query, children }: { query: { data: unknown; error: Error | null }; children: ReactNode }) {
  const { t } = useTranslation()
  if (query.data !== undefined) return children
  return query.error ? (
    <Badge>{t('operations.unknown')}</Badge>
  ) : (
    <Skeleton className="h-6 w-16 rounded-full" />
  )
}

function JobsState() {
  const { t } = useTranslation()
  const query = useQuery(jobKindsQuery())
  const sum = (state: 'attention' | 'running') =>
    query.data?.reduce((total, kind) => total + kind[state], 0) ?? 0
  const [stuck, running] = [sum('attention'), sum('running')]
  return (
    <State query={query}>
      {stuck > 0 ? (
        <Badge tone="danger">{t('operations.jobs.count.attention', { count: stuck })}</Badge>
      ) : (
        running > 0 && <Badge tone="info">{t('operations.jobs.count.running', { count: running })}</Badge>
      )}
    </State>
  )
}

function DeliveriesState() {
  const { t } = useTranslation()
  const query = useInfiniteQuery(stuckDeliveriesQuery())
  const count = query.data?.pages[0]?.counts.attention ?? 0
  return (
    <State query={query}>
      {count > 0 && <Badge tone="danger">{t('operations.jobs.count.attention', { count })}</Badge>}
    </State>
  )
}

function OutboxState() {
  const { t } = useTranslation()
  const query = useInfiniteQuery(outboxQuery(undefined))
  const counts = query.data?.pages[0]?.counts
  const count = (counts?.pending ?? 0) + (counts?.claimed ?? 0)
  return (
    <State query={query}>
      {count > 0 && <Badge tone="warn">{t('operations.jobs.count.waiting', { count })}</Badge>}
    </State>
  )
}

function LogState() {
  const { t } = useTranslation()
  const format = useFormat()
  const query = useQuery(logLevelQuery())
  const { level, until } = query.data ?? {}
  return (
    <State query={query}>
      {level && until && (
        <Badge tone="info">
          {t('operations.log.until', { level: t(`operations.log.level.${level}`), time: format.time(until) })}
        </Badge>
      )}
    </State>
  )
}

function DatabaseState() {
  const format = useFormat()
  const query = useQuery(databaseQuery())
  return <State query={query}>{query.data && <Badge>{format.bytes(query.data.bytes)}</Badge>}</State>
}
