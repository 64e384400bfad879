import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon?: ReactNode
  /** A picture instead of the icon. */
  art?: ReactNode
  title: string
  /** Why it is empty, and what to do next. */
  children: ReactNode
  action?: ReactNode
  /** 1 if it fills the whole page. */
  level?: 1 | 2
}

export function EmptyState({ icon, art, title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className="flex flex-col items-center gap-4 overflow-hidden rounded-card border border-line bg-surface px-6 py-14 text-center sm:py-20">
      {art}
      {icon && (
        <span
          aria-hidden
          className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent [&_svg]:size-6"
        >
          {icon}
        </span>
      )}
      <div className="flex max-w-md flex-col gap-2">
        <Heading className="text-lg font-semibold">{title}</Heading>
        <div className="text-muted">{children}</div>
      </div>
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
