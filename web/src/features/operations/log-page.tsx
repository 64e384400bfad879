import { useQuery } from '@tanstack/react-query'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import ScrollText from 'lucide-react/icons/scroll-text'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useTypedSearch } from '#lib/use-typed-search.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Loaded } from './loaded.tsx'
import { type LogFilter, logQuery, useOlderLines } from './log-api.ts'
import { LogLevelCard } from './log-level-card.tsx'
import { LOG_LEVELS } from './log-levels.ts'
import { LogLineRow } from './log-line-row.tsx'
import type { LogView } from './log-lines.ts'

interface LogPageProps {
  filter: LogFilter
  onFilter: (filter: LogFilter) => void
}

/** The log of the process that answers, newest first, live until it is paused. */
export function LogPage({ filter, onFilter }: LogPageProps) {
  const { t } = useTranslation()
  const [is_live, setLive] = useState(true)
  const query = useQuery(logQuery(filter, is_live))
  const { level = 'debug', text = '' } = filter
  const [typed, setTyped] = useTypedSearch(text, words => onFilter({ ...filter, text: words }))
  return (
    <>
      {query.data ? (
        <LogLevelCard state={query.data} />
      ) : (
        !query.error && <Skeleton className="h-38 w-full rounded-card sm:h-20" />
      )}
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center">
        <div className="min-w-0 flex-1">
          <Input
            type="search"
            icon={<Search />}
            aria-label={t('operations.log.search')}
            placeholder={t('operations.log.search')}
            maxLength={200}
            autoComplete="off"
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        </div>
        <Segmented
          label={t('operations.log.filter')}
          value={level}
          choices={LOG_LEVELS.map(one => ({ value: one, label: t(`operations.log.filter_of.${one}`) }))}
          onChange={next => onFilter({ ...filter, level: next })}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <output className="text-sm text-muted">
          {is_live ? t('operations.log.live') : t('operations.log.paused')}
        </output>
        <Button
          icon={is_live ? <Pause aria-hidden /> : <Play aria-hidden />}
          onClick={() => setLive(!is_live)}
        >
          {is_live ? t('operations.log.pause') : t('operations.log.resume')}
        </Button>
      </div>
      <Loaded query={query} waiting={<Skeleton className="h-120 w-full rounded-card" />}>
        {view => (
          <Lines
            view={view}
            filter={filter}
            is_old={query.isPlaceholderData}
            onClear={() => {
              // The text follows what is typed, once that has settled.
              setTyped('')
              onFilter(text ? { text } : {})
            }}
          />
        )}
      </Loaded>
    </>
  )
}

interface LinesProps {
  view: LogView
  filter: LogFilter
  /** Those of the filter before, until the chosen one is read. */
  is_old: boolean
  onClear: () => void
}

function Lines({ view, filter, is_old, onClear }: LinesProps) {
  const { t } = useTranslation()
  const older = useOlderLines(filter)
  const { lines, has_older } = view
  const first = lines[0]
  const is_filtered = Boolean(filter.text || filter.level)
  if (!first)
    return (
      <EmptyState
        icon={<ScrollText />}
        title={t('operations.log.none_title')}
        action={is_filtered && <Button onClick={onClear}>{t('discover.filter.clear')}</Button>}
      >
        {is_filtered ? t('operations.log.none_match') : t('operations.log.none_text')}
      </EmptyState>
    )
  return (
    <>
      <ol
        aria-label={t('operation_pages.log.title')}
        aria-busy={is_old}
        className={cx(
          'divide-y divide-line overflow-hidden rounded-card border border-line bg-surface transition-opacity',
          is_old && 'opacity-60',
        )}
      >
        {lines.toReversed().map(line => (
          <LogLineRow key={line.id} line={line} />
        ))}
      </ol>
      {older.error && <Notice tone="danger">{errorText(t, older.error)}</Notice>}
      {has_older && !is_old && (
        <Button className="self-center" loading={older.isPending} onClick={() => older.mutate(first.id)}>
          {t('operations.log.older')}
        </Button>
      )}
    </>
  )
}
