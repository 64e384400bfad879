import type { ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

/** What is being waited for; read out when it changes. */
export function WaitingLine({ children }: { children: ReactNode }) {
  return (
    <output className="flex items-center gap-2 text-sm text-muted">
      <Spinner className="size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </output>
  )
}
