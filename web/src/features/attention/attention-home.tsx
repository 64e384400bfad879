import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'
import { attentionQuery } from './api.ts'
import { countLines } from './attention-count.ts'

/** Usually empty, so its texts are loaded on demand. */
const AttentionLines = lazy(() =>
  import('./attention-lines.tsx').then(({ AttentionLines }) => ({ default: AttentionLines })),
)

/** What needs an admin, on Home. The content below waits for it through `waiting`, so that nothing is pushed down. */
export function AttentionHome({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const { data, isPending } = useQuery(attentionQuery())
  if (isPending) return waiting
  const lines = data ? countLines(data) : 0
  return (
    <>
      {data && lines > 0 && (
        <Suspense fallback={<LinesWaiting lines={lines} />}>
          <AttentionLines attention={data} />
        </Suspense>
      )}
      {children}
    </>
  )
}

function LinesWaiting({ lines }: { lines: number }) {
  return (
    <div aria-busy className="overflow-hidden rounded-card">
      {Array.from({ length: lines }, (_, at) => (
        <Skeleton key={at} className="h-17 rounded-none" />
      ))}
    </div>
  )
}
