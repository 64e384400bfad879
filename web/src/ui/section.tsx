import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  /** A link to the full list, or a menu. */
  action?: ReactNode
  children: ReactNode
}

/** A titled row of a page. */
export function Section({ title, action, children }: SectionProps) {
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 className="line-clamp-2 min-w-0 text-lg font-semibold">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
