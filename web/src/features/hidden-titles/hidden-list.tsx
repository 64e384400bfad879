import { useQuery } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentType, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { ButtonLink } from '#lib/link.tsx'
import { ReadFailure } from '#lib/read-failure.tsx'
import { TitleLink } from '#lib/title-link.tsx'
import { useLocalTitles } from '#lib/title-names.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { focusBeside } from '#ui/focus-beside.ts'
import { Notice } from '#ui/notice.tsx'
import { RowList } from '#ui/row-link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Hidden, hiddenTitlesQuery, hidingKey, useHiding } from './api.ts'

interface HiddenListProps {
  cover: ComponentType<{ row: Hidden; className: string }>
}

/** Everything that is hidden from everybody, each with the button that shows it again. */
export function HiddenList({ cover }: HiddenListProps) {
  const { t } = useTranslation()
  const read = useQuery(hiddenTitlesQuery())
  const { data, error } = read
  const titles = useLocalTitles(data ?? [])
  if (error && !data) return <ReadFailure of={read} />
  if (!data) return <Skeleton className="h-64 w-full rounded-card" />
  if (data.length === 0)
    return (
      <EmptyState
        icon={<EyeOff />}
        title={t('title_tools.hidden.empty_title')}
        action={<ButtonLink to="/search">{t('title_tools.hidden.find')}</ButtonLink>}
      >
        {t('title_tools.hidden.empty_text')}
      </EmptyState>
    )
  return (
    <RowList aria-label={t('settings.hidden_titles.title')}>
      {titles.map(title => (
        <HiddenRow key={hidingKey(title)} title={title} cover={cover} />
      ))}
    </RowList>
  )
}

function HiddenRow({ title, cover: Cover }: HiddenListProps & { title: Hidden }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const hiding = useHiding()
  const row = useRef<HTMLLIElement>(null)
  const { media_type, hidden_by, hidden_at } = title

  /** Can be undone, also on another page: the row is gone by then, and with it its callbacks. */
  async function turn(hidden: boolean): Promise<void> {
    const moveOn = focusBeside(row.current)
    try {
      await hiding.mutateAsync({ title, hidden })
    } catch (error) {
      // The row shows it, as long as it is there.
      if (hidden) toast(errorText(t, error), { tone: 'danger' })
      return
    }
    moveOn()
    if (hidden) return
    const action = { label: t('approvals.undo'), run: () => void turn(true) }
    toast(t('discover.shown_done', { name: title.title }), { tone: 'ok', action })
  }

  return (
    <li ref={row} className="flex flex-col gap-3 p-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 items-center gap-4">
          <Cover row={title} className="aspect-2/3 w-12 shrink-0 rounded-control" />
          <div className="flex min-w-0 flex-col gap-0.5">
            <h2 className="line-clamp-2 font-medium">
              <TitleLink of={title}>{title.title}</TitleLink>
            </h2>
            <p className="text-sm text-muted">
              {t(`approvals.type.${media_type}`)} ·{' '}
              {t('title_tools.hidden.by', { name: hidden_by ?? t('title_tools.somebody') })} ·{' '}
              <time dateTime={hidden_at} title={format.dateTime(hidden_at)}>
                {format.relative(hidden_at, now)}
              </time>
            </p>
          </div>
        </div>
        <Button
          className="w-full sm:w-auto"
          icon={<Eye aria-hidden />}
          loading={hiding.isPending}
          onClick={() => void turn(false)}
        >
          {t('discover.show_again')}
          <span className="sr-only"> {title.title}</span>
        </Button>
      </div>
      {hiding.error && <Notice tone="danger">{errorText(t, hiding.error)}</Notice>}
    </li>
  )
}
