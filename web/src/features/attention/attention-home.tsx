import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { attentionQuery } from './api.ts'
import type { PendingCount } from './attention-items.ts'

const AttentionLine = lazy(() =>
  import('./attention-line.tsx').then(({ AttentionLine: line }) => ({ default: line })),
)

/** What needs an admin, in one line at the top of Home. Its height never changes; the first frame keeps it, too. */
export function AttentionHome({ pending }: { pending: PendingCount | undefined }) {
  const { data, isPending } = useQuery(attentionQuery())
  const is_known = !isPending && pending !== undefined
  return (
    <div aria-busy={!is_known} className="h-11 min-w-0 lg:h-10">
      <Suspense>{is_known && <AttentionLine attention={data} pending={pending} />}</Suspense>
    </div>
  )
}
