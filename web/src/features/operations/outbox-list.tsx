import { type OutboxEntry, SEND_STATES } from '@foyer/contract/operations/outbox'
import { useInfiniteQuery } from '@tanstack/react-query'
import BellRing from 'lucide-react/icons/bell-ring'
import Megaphone from 'lucide-react/icons/megaphone'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Send from 'lucide-react/icons/send'
import Smartphone from 'lucide-react/icons/smartphone'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { MoreRows } from '#lib/more-rows.tsx'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ChipChoice } from '#ui/chip-choice.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { RowList } from '#ui/row-link.tsx'
import { outboxQuery } from './api.ts'
import { Loaded, RowsWaiting } from './loaded.tsx'
import { alertName, reasonName } from './operation-names.ts'

export type OutboxState = OutboxEntry['state']

const CHANNELS = {
  push: Smartphone,
  web_push: BellRing,
  chat_webhook: MessagesSquare,
  destination: Megaphone,
} as const
const TONES = {
  pending: 'warn',
  claimed: 'info',
  sent: 'ok',
  failed: 'danger',
  unconfirmed: 'warn',
  dropped: 'neutral',
} as const

interface OutboxListProps {
  state: OutboxState | undefined
  onState: (state: OutboxState | undefined) => void
}

/** Alerts on their way to one destination each, newest first. */
export function OutboxList({ state, onState }: OutboxListProps) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(outboxQuery(state))
  const counts = list.data?.pages[0]?.counts
  const total = counts && SEND_STATES.reduce((sum, one) => sum + counts[one], 0)
  return (
    <>
      <ChipChoice
        quiet
        label={t('operations.outbox.filter')}
        value={state ?? 'all'}
        onChange={value => onState(value === 'all' ? undefined : value)}
        choices={[
          { value: 'all', label: t('operations.outbox.all'), count: total ?? null },
          ...SEND_STATES.map(one => ({
            value: one,
            label: t(`operations.outbox.state.${one}`),
            count: counts?.[one] ?? null,
          })),
        ]}
      />
      <Loaded query={list} waiting={<RowsWaiting rows={5} />}>
        {({ pages }) => {
          const entries = pages.flatMap(page => page.entries)
          if (entries.length === 0)
            return (
              <EmptyState
                icon={<Send />}
                title={
                  state
                    ? t('operations.outbox.none_of_state_title', {
                        state: t(`operations.outbox.state.${state}`),
                      })
                    : t('operations.outbox.none_title')
                }
                action={
                  state && <Button onClick={() => onState(undefined)}>{t('discover.filter.clear')}</Button>
                }
              >
                {state ? t('operations.outbox.none_of_state_text') : t('operations.outbox.none_text')}
              </EmptyState>
            )
          return (
            <>
              <RowList aria-label={t('operation_pages.outbox.title')} aria-busy={list.isPlaceholderData}>
                {entries.map(entry => (
                  <EntryRow key={entry.id} entry={entry} />
                ))}
              </RowList>
              <MoreRows list={list} shown={entries.length} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}

function EntryRow({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(15_000)
  const { type, channel, username, state, waits_for, next_at, attempts, detail, created_at } = entry
  const Icon = CHANNELS[channel]
  return (
    <li className="flex items-start gap-4 px-4 py-3 sm:px-5">
      <IconTile tone="neutral">
        <Icon />
      </IconTile>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="wrap-anywhere">{alertName(t, type)}</span>
          <Badge tone={TONES[state]}>{t(`operations.outbox.state.${state}`)}</Badge>
        </span>
        {waits_for && next_at && (
          <time dateTime={next_at} title={format.dateTime(next_at)} className="text-sm">
            {t(`operations.outbox.wait.${waits_for}`, { when: format.relative(next_at, now) })}
          </time>
        )}
        {detail && (
          <span className="text-sm wrap-anywhere">
            {t('operations.last_reason', { reason: reasonName(t, detail) })}
          </span>
        )}
        <span className="text-sm wrap-anywhere text-muted">
          {username ?? t('operations.outbox.everyone')} · {t(`operations.outbox.channel.${channel}`)} ·{' '}
          <time dateTime={created_at} title={format.dateTime(created_at)}>
            {format.relative(created_at, now)}
          </time>
          {attempts > 0 && ` · ${t('operations.attempts', { count: attempts })}`}
        </span>
      </div>
    </li>
  )
}
