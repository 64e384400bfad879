import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Flag from 'lucide-react/icons/flag'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { TitleLink } from '#lib/title-link.tsx'
import { useNow } from '#lib/use-now.ts'
import { SectionCard } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Activity } from './activity.ts'

const ICONS = { seen: MonitorSmartphone, requested: Plus, approved: Check, denied: X, reported: Flag }

interface ActivityCardProps {
  /** Undefined while it is read. */
  activity: readonly Activity[] | undefined
  /** A source could not be read, so something may be missing. */
  incomplete: boolean
}

/** The latest of what somebody did, and of what was decided for them. */
export function ActivityCard({ activity, incomplete }: ActivityCardProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  return (
    <SectionCard title={t('user_page.activity')}>
      {!activity ? (
        <Skeleton className="h-72" />
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
                  <li key={one.key} className="flex gap-3 text-sm">
                    <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
                    <span className="min-w-0 flex-1 wrap-anywhere">
                      <Sentence one={one} />
                    </span>
                    <time
                      dateTime={one.at}
                      title={format.dateTime(one.at)}
                      className="shrink-0 text-muted tabular-nums"
                    >
                      {format.relative(one.at, now)}
                    </time>
                  </li>
                )
              })}
            </ul>
          )}
          {incomplete && <p className="text-sm text-muted">{t('user_page.activity_incomplete')}</p>}
        </div>
      )}
    </SectionCard>
  )
}

const LINK = 'rounded-mark hover:underline'

/** What happened, as a link to what it is about. */
function Sentence({ one }: { one: Activity }) {
  const { t } = useTranslation()
  if (one.what === 'seen') return t('user_page.seen', { device: one.device })
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
