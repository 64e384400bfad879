import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { upstreamText } from '#lib/upstream-sentence.ts'
import { cx } from '#ui/cx.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Section } from '#ui/section.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { countsQuery, librariesQuery } from './api.ts'
import { CountsCard } from './counts-card.tsx'
import { OutdatedNotice } from './observed-at.tsx'

export interface CountsSectionProps {
  instance_id: string
  /** All libraries when absent. */
  library: string | undefined
  onLibrary: (library: string | undefined) => void
}

/** How many files of a library, or of all of them, have which status. */
export function CountsSection({ instance_id, library, onLibrary }: CountsSectionProps) {
  const { t } = useTranslation()
  const libraries = useQuery(librariesQuery(instance_id))
  // One that is gone since the link was made stands for all.
  const is_gone = libraries.data !== undefined && !libraries.data.items.some(({ id }) => id === library)
  const shown = is_gone ? undefined : library
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(countsQuery(instance_id, shown))
  const choices = libraries.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <Section
      title={t('transcoder.counts.title')}
      action={
        libraries.error && !libraries.data ? (
          <p className="text-sm text-muted">{t('transcoder.counts.libraries_unreadable')}</p>
        ) : (
          <div className="w-48 min-w-0 sm:w-56">
            <Select
              aria-label={t('transcoder.counts.library')}
              value={shown ?? ''}
              choices={[{ value: '', label: t('transcoder.counts.all') }, ...choices]}
              disabled={!libraries.data}
              onChange={value => onLibrary(value || undefined)}
            />
          </div>
        )
      }
    >
      {data ? (
        <>
          <OutdatedNotice at={data.observed_at} error={error} />
          <div
            aria-busy={isPlaceholderData}
            className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}
          >
            <CountsCard counts={data} />
          </div>
        </>
      ) : error ? (
        <ErrorState
          compact
          title={t('transcoder.counts.unreadable')}
          retrying={isFetching}
          onRetry={() => void refetch()}
        >
          {upstreamText(t, error)}
        </ErrorState>
      ) : (
        <div aria-busy>
          <span className="sr-only">{t('transcoder.counts.loading')}</span>
          <Skeleton className="h-96 w-full rounded-card" />
        </div>
      )}
    </Section>
  )
}
