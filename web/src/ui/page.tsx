import type { ReactNode } from 'react'

/** The frame of pages that are read and filled in: one width and one left edge, so that nothing jumps from one to the next. */
export function Page({ children }: { children: ReactNode }) {
  return <div className="flex w-full max-w-5xl flex-col gap-6">{children}</div>
}
