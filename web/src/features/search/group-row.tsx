import type { SearchType } from '@foyer/contract/search'
import RotateCw from 'lucide-react/icons/rotate-cw'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Notice } from '#ui/notice.tsx'
import { RowScroller } from '#ui/row-scroller.tsx'
import { Section } from '#ui/section.tsx'
import { PosterSkeleton, SquareSkeleton } from '#ui/skeleton.tsx'
import type { GroupState } from './found-groups.ts'

const WAITING = 9
const SKELETON = { poster: PosterSkeleton, square: SquareSkeleton } as const

interface GroupRowProps {
  heading: string
  shape: keyof typeof SKELETON
  state: GroupState
  /** Whether to keep a place for it while it is pending. */
  expected: boolean
  cards: readonly ReactNode[]
  /** To everything of this kind. */
  action?: ReactNode
}

/** A row of results of one kind. Nothing is shown of a kind without results. */
export function GroupRow({ heading, shape, state, expected, cards, action }: GroupRowProps) {
  const is_waiting = state === 'pending'
  if (is_waiting ? !expected : cards.length === 0) return null
  const Waiting = SKELETON[shape]
  return (
    <Section title={heading} action={!is_waiting && action}>
      <div aria-busy={is_waiting} className={cx(is_waiting && 'animate-shimmer')}>
        <RowScroller label={heading} shape={shape}>
          {is_waiting ? Array.from({ length: WAITING }, (_, at) => <Waiting key={at} />) : cards}
        </RowScroller>
      </div>
    </Section>
  )
}

interface GroupFailureProps {
  type: SearchType
  reason: string | undefined
  retrying: boolean
  onRetry: () => void
  /** To the search page of this medium. */
  link?: ReactNode
}

/** A source that could not be searched; the others are shown. */
export function GroupFailure({ type, reason, retrying, onRetry, link }: GroupFailureProps) {
  const { t } = useTranslation()
  return (
    <Notice
      tone="warn"
      action={
        <span className="flex flex-wrap gap-2">
          {link}
          <Button size="sm" loading={retrying} icon={<RotateCw aria-hidden />} onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        </span>
      }
    >
      {reason === 'timeout' ? t(`search.slow.${type}`) : t(`search.failed.${type}`)}
    </Notice>
  )
}
