import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { cx } from '#ui/cx.ts'
import { attentionQuery } from './api.ts'
import type { PendingCount } from './attention-items.ts'

const AttentionLine = lazy(() =>
  import('./attention-line.tsx').then(({ AttentionLine: line }) => ({ default: line })),
)

interface AttentionHomeProps {
  pending: PendingCount | undefined
  /** A server without libraries: its checklist says what is next, so that this is here for what went wrong alone. */
  is_new: boolean
}

/** What needs an admin, in one line at the top of Home. Its height never changes; the first frame keeps it, too. */
export function AttentionHome({ pending, is_new }: AttentionHomeProps) {
  const { data, isPending } = useQuery(attentionQuery())
  const is_known = !isPending && pending !== undefined
  return (
    <div aria-busy={!is_known} className={cx('min-w-0', is_new ? 'empty:hidden' : 'h-11 lg:h-10')}>
      <Suspense>
        {is_known && <AttentionLine attention={data} pending={pending} says_calm={!is_new} />}
      </Suspense>
    </div>
  )
}
