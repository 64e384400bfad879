import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { RequestPreview } from '@foyer/contract/requests/request-preview'
import type { Allowance } from '@foyer/contract/request-quotas'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Format, Upcoming } from '#lib/format.ts'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Notice } from '#ui/notice.tsx'

interface AllowanceLineProps {
  preview: RequestPreview
  media_type: MediaType
}

/** What a limit counts: book formats are counted separately (1/4.9). */
function unitOf({ media_type, book_format }: Allowance) {
  return media_type === 'book' ? (book_format ?? 'ebook') : media_type
}

/** "2 left, more on Tuesday", or that the limit is exceeded and what would help. */
export function AllowanceLine({ preview, media_type }: AllowanceLineProps) {
  const own = preview.allowances.filter(one => one.media_type === media_type && one.count !== null)
  // Only books have two; the format that is not requested is hidden.
  const asked = media_type === 'book' ? own.filter(one => (one.requested_units ?? 0) > 0) : own
  if (preview.exempt) return null
  return asked.map(allowance => (
    <OneAllowance key={unitOf(allowance)} preview={preview} allowance={allowance} />
  ))
}

function OneAllowance({ preview, allowance }: { preview: RequestPreview; allowance: Allowance }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const cost = allowance.requested_units ?? 0
  // One can request less of a show or a book, but not of a movie or album.
  const is_divisible = allowance.media_type === 'tv' || allowance.media_type === 'book'
  const is_full = !preview.fits && (allowance.media_type !== 'book' || cost > (allowance.remaining ?? cost))
  if (is_full)
    return (
      <Notice tone="warn" title={left(t, allowance)}>
        {preview.reduce_selection || !preview.earliest_fits_at
          ? allowance.count === 0
            ? t('requests.none_allowed')
            : t('requests.too_much', { count: allowance.count ?? 0, days: days(t, allowance) })
          : t(`requests.fits_again_${is_divisible ? 'tv' : 'movie'}`, {
              when: whenText(t, format.upcoming(preview.earliest_fits_at, now)),
            })}
      </Notice>
    )
  return (
    <p className="text-sm text-muted">
      {cost > 0 ? t(`requests.costs_${unitOf(allowance)}`, { count: cost }) : t('requests.costs_nothing')}{' '}
      {leftNext(t, format, allowance, now)}
    </p>
  )
}

function left(t: TFunction, allowance: Allowance): string {
  return t(`requests.left_${unitOf(allowance)}`, { count: allowance.remaining ?? 0 })
}

function leftNext(t: TFunction, format: Format, allowance: Allowance, now: number): string {
  const words = left(t, allowance)
  if (!allowance.next_replenishes_at) return t('requests.left_only', { left: words })
  const when = whenText(t, format.upcoming(allowance.next_replenishes_at, now))
  return t('requests.left_next', { left: words, when })
}

function whenText(t: TFunction, { by, text }: Upcoming): string {
  return t(`requests.when_${by}`, { when: text })
}

function days(t: TFunction, { window_days }: Allowance): string {
  return t('requests.days', { count: window_days })
}
