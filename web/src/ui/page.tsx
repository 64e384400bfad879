import type { ReactNode } from 'react'

/** The layout of text and form pages: one width and one left edge, so that nothing jumps between pages. */
export function Page({ children }: { children: ReactNode }) {
  return <div className="flex w-full max-w-5xl flex-col gap-6">{children}</div>
}
