import type { RequestPreview } from '@foyer/contract/request-preview'
import type { Allowance } from '@foyer/contract/request-quotas'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Format, Upcoming } from '#lib/format.ts'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Notice } from '#ui/notice.tsx'

interface AllowanceLineProps {
  preview: RequestPreview
  media_type: 'movie' | 'tv'
}

/** "2 left, next on Tuesday", or by how much it does not fit and what would help. */
export function AllowanceLine({ preview, media_type }: AllowanceLineProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const allowance = preview.allowances.find(one => one.media_type === media_type)
  if (!allowance || preview.exempt || allowance.count === null) return null
  if (!preview.fits)
    return (
      <Notice tone="warn" title={left(t, allowance, media_type)}>
        {preview.reduce_selection || !preview.earliest_fits_at
          ? allowance.count === 0
            ? t('requests.none_allowed')
            : t('requests.too_much', { count: allowance.count, days: days(t, allowance) })
          : t(`requests.fits_again_${media_type}`, {
              when: whenWords(t, format.upcoming(preview.earliest_fits_at, now)),
            })}
      </Notice>
    )
  const cost = allowance.requested_units ?? 0
  return (
    <p className="text-sm text-muted">
      {cost > 0 ? t(`requests.costs_${media_type}`, { count: cost }) : t('requests.costs_nothing')}{' '}
      {leftNext(t, format, allowance, media_type, now)}
    </p>
  )
}

function left(t: TFunction, { remaining }: Allowance, media_type: 'movie' | 'tv'): string {
  return t(`requests.left_${media_type}`, { count: remaining ?? 0 })
}

function leftNext(
  t: TFunction,
  format: Format,
  allowance: Allowance,
  media_type: 'movie' | 'tv',
  now: number,
): string {
  const words = left(t, allowance, media_type)
  if (!allowance.next_replenishes_at) return t('requests.left_only', { left: words })
  const when = whenWords(t, format.upcoming(allowance.next_replenishes_at, now))
  return t('requests.left_next', { left: words, when })
}

function whenWords(t: TFunction, { by, text }: Upcoming): string {
  return t(`requests.when_${by}`, { when: text })
}

function days(t: TFunction, { window_days }: Allowance): string {
  return t('requests.days', { count: window_days })
}
