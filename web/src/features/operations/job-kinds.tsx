import type { JobKind } from '@foyer/contract/operations/jobs'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { RowLink, RowList } from '#ui/row-link.tsx'
import { jobKindsQuery } from './api.ts'
import { groupKinds, isLater, TICK_MS } from './job-order.ts'
import { Loaded, RowsWaiting } from './loaded.tsx'
import { jobName, reasonName } from './operation-names.ts'

const Row = createLink(RowLink)

/** Every kind of background job: those that run, wait or need a person, then those without a saved job. */
export function JobKinds() {
  const { t } = useTranslation()
  const query = useQuery(jobKindsQuery())
  return (
    <Loaded query={query} waiting={<RowsWaiting rows={6} />}>
      {kinds => {
        const { saved, idle } = groupKinds(kinds)
        return (
          <>
            {saved.length > 0 ? (
              <RowList aria-label={t('operation_pages.jobs.title')}>
                {saved.map(kind => (
                  <KindRow key={kind.name} kind={kind} />
                ))}
              </RowList>
            ) : (
              <EmptyState icon={<CircleCheck />} title={t('operations.jobs.none_title')}>
                {t('operations.jobs.none_text')}
              </EmptyState>
            )}
            {idle.length > 0 && (
              <Disclosure label={t('operations.jobs.idle', { count: idle.length })}>
                <ul className="grid gap-x-6 gap-y-3 py-2 text-sm sm:grid-cols-2">
                  {idle.map(({ name }) => (
                    <li key={name} className="flex min-w-0 flex-col">
                      <span className="wrap-anywhere">{jobName(t, name)}</span>
                      <code className="text-xs wrap-anywhere text-muted">{name}</code>
                    </li>
                  ))}
                </ul>
              </Disclosure>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function KindRow({ kind }: { kind: JobKind }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(TICK_MS)
  const { name, known, running, waiting, next_run_at, last_reason } = kind
  const Icon = kind.attention > 0 ? CircleAlert : running > 0 ? LoaderCircle : Clock
  const title = jobName(t, name)
  return (
    <li>
      <Row
        to="/settings/operations/jobs/$name"
        params={{ name }}
        mark={
          <IconTile tone={kind.attention > 0 || running > 0 ? 'accent' : 'neutral'}>
            <Icon />
          </IconTile>
        }
        title={
          <span className="flex flex-wrap items-baseline gap-x-3 wrap-anywhere">
            {title}
            {title !== name && <code className="text-xs font-normal text-muted">{name}</code>}
          </span>
        }
        text={
          <span className="flex flex-col gap-1 pt-1">
            <span className="flex flex-wrap items-center gap-1.5">
              <KindBadges kind={kind} />
              {waiting > 0 && next_run_at && (
                <time dateTime={next_run_at} title={format.dateTime(next_run_at)}>
                  {isLater(next_run_at, now)
                    ? t('operations.jobs.next', { when: format.relative(next_run_at, now) })
                    : t('operations.jobs.due')}
                </time>
              )}
            </span>
            {!known && <span>{t('operations.jobs.foreign')}</span>}
            {last_reason && (
              <span className="wrap-anywhere">
                {t('operations.last_reason', { reason: reasonName(t, last_reason) })}
              </span>
            )}
          </span>
        }
      />
    </li>
  )
}

const BADGES = [
  ['attention', 'danger'],
  ['running', 'info'],
  ['retrying', 'warn'],
  ['parked', 'neutral'],
  ['waiting', 'neutral'],
] as const

/** The number of jobs in each state; states without jobs have no badge. */
function KindBadges({ kind }: { kind: JobKind }) {
  const { t } = useTranslation()
  return BADGES.map(
    ([state, tone]) =>
      kind[state] > 0 && (
        <Badge key={state} tone={tone}>
          {t(`operations.jobs.count.${state}`, { count: kind[state] })}
        </Badge>
      ),
  )
}
