import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Flag from 'lucide-react/icons/flag'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { deviceText } from '#lib/device-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { TitleLink } from '#lib/title-link.tsx'
import { useNow } from '#lib/use-now.ts'
import { SectionCard } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { cx } from '#ui/cx.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Activity } from './activity.ts'

const ICONS = { seen: MonitorSmartphone, requested: Plus, approved: Check, denied: X, reported: Flag }

interface ActivityCardProps {
  /** Undefined while it is read. */
  activity: readonly Activity[] | undefined
  /** How much it will be, as far as it is known; so much has its place while it is read. */
  expected: number
  /** A source could not be read, so something may be missing. */
  incomplete: boolean
  retrying: boolean
  onRetry: () => void
}

/** The latest of what somebody did, and of what was decided for them. */
export function ActivityCard(props: ActivityCardProps) {
  const { activity, expected, incomplete, retrying, onRetry } = props
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  return (
    <SectionCard title={t('user_page.activity')}>
      {!activity ? (
        <div aria-busy className="flex flex-col gap-3">
          {Array.from({ length: Math.max(expected, 1) }, (_, line) => (
            <Skeleton key={line} className={cx(LINE, 'w-full')} />
          ))}
        </div>
      ) : (
        <div className="flex flex-col gap-3">
          {activity.length === 0 && !incomplete && (
            <p className="text-sm text-muted">{t('user_page.no_activity')}</p>
          )}
          {activity.length > 0 && (
            <ul aria-label={t('user_page.activity')} className="flex flex-col gap-3">
              {activity.map(one => {
                const Icon = ICONS[one.what]
                return (
                  <li key={one.key} className={cx(LINE, 'flex flex-wrap gap-x-3 text-sm')}>
                    <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
                    <span className="min-w-0 flex-1 wrap-anywhere max-sm:basis-[calc(100%-1.75rem)]">
                      <Sentence one={one} />
                    </span>
                    <time
                      dateTime={one.at}
                      title={format.dateTime(one.at)}
                      className="shrink-0 text-muted tabular-nums max-sm:ms-7"
                    >
                      {format.relative(one.at, now)}
                    </time>
                  </li>
                )
              })}
            </ul>
          )}
          {incomplete && (
            <ErrorState
              compact
              title={t('user_page.activity_incomplete')}
              retrying={retrying}
              onRetry={onRetry}
            />
          )}
        </div>
      )}
    </SectionCard>
  )
}

/** On a phone the time is below the sentence, which fits beside the icon then. */
const LINE = 'min-h-10 sm:min-h-5'

const LINK = 'rounded-mark hover:underline'

/** What happened, as a link to what it is about. */
function Sentence({ one }: { one: Activity }) {
  const { t } = useTranslation()
  if (one.what === 'seen') return t('user_page.seen', { device: deviceText(t, one.device) })
  if (one.what === 'reported')
    return (
      <Link to="/issues/$id" params={{ id: String(one.issue_id) }} className={LINK}>
        {t('user_page.reported', { title: one.name })}
      </Link>
    )
  const { title } = one.title
  return (
    <TitleLink of={one.title} className={LINK}>
      {one.what === 'requested'
        ? t('user_page.requested', { title })
        : one.by
          ? t(`user_page.${one.what}_by`, { title, name: one.by })
          : t(`user_page.${one.what}`, { title })}
    </TitleLink>
  )
}
