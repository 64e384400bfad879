import Popcorn from 'lucide-react/icons/popcorn'
import { useTranslation } from 'react-i18next'
import { isMissing, isOutsideLimits } from '#lib/api-error.ts'
import { useSession } from '#lib/api.ts'
import { ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton, TextSkeleton } from '#ui/skeleton.tsx'
import { BackdropPlaceholder } from '../title/backdrop.tsx'
import { FeedFailure } from './feed-failure.tsx'

interface PageFailureProps {
  error: unknown
  retrying: boolean
  onRetry: () => void
  /** What is not there when nobody knows it. */
  what?: 'title' | 'person'
}

/** The error page of a title or person: outside the account's limits, not found, or not loadable right now. */
export function PageFailure({ error, retrying, onRetry, what = 'title' }: PageFailureProps) {
  const { t } = useTranslation()
  // The same answer for a title that an admin has hidden for everybody.
  const outside = useSession()?.user.child === false ? 'hidden' : 'limits'
  if (isMissing(error))
    return <Missing why={isOutsideLimits(error) ? outside : what === 'person' ? 'person' : 'unknown'} />
  return (
    <FeedFailure level={1} title={t('ui.error_title')} error={error} retrying={retrying} onRetry={onRetry} />
  )
}

function Missing({ why }: { why: 'limits' | 'hidden' | 'unknown' | 'person' }) {
  const { t } = useTranslation()
  const title = t(`discover.missing.${why}_title`)
  usePageTitle(title)
  return (
    <EmptyState
      level={1}
      icon={<Popcorn />}
      title={title}
      action={
        <ButtonLink to="/" variant="primary">
          {t('discover.missing.home')}
        </ButtonLink>
      }
    >
      {t(`discover.missing.${why}_text`)}
    </EmptyState>
  )
}

/** Placeholder for a title page. */
export function TitleSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-6 lg:gap-10">
      <div aria-hidden className="-mx-4 -mt-4 sm:-mx-6 lg:-mx-10 lg:-mt-10">
        <BackdropPlaceholder />
        <div className="relative -mt-24 flex items-end gap-4 px-4 sm:-mt-32 sm:gap-6 sm:px-6 lg:-mt-44 lg:px-10">
          {/* Nothing of the backdrop shows through the place of the poster. */}
          <span className="shrink-0 rounded-card bg-ink">
            <Skeleton className="aspect-2/3 w-28 rounded-card sm:w-52 lg:w-64" />
          </span>
          <span className="flex flex-1 flex-col gap-3 pb-3">
            <Skeleton className="h-8 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
          </span>
        </div>
      </div>
      <TextSkeleton lines={4} />
    </div>
  )
}
