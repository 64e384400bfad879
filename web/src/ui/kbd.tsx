import type { ReactNode } from 'react'

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid h-6 min-w-6 place-items-center rounded-mark border border-line bg-raised px-1.5 font-sans text-xs font-medium text-muted">
      {children}
    </kbd>
  )
}
