import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('rounded-card border border-line bg-surface p-5 sm:p-6', className)} />
}

interface SectionCardProps {
  title: string
  text?: ReactNode
  action?: ReactNode
  children?: ReactNode
}

/** A titled section of a page: settings, facts, forms. */
export function SectionCard({ title, text, action, children }: SectionCardProps) {
  return (
    <section className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-col gap-1">
          <h2 className="text-base font-semibold">{title}</h2>
          {text && <p className="max-w-prose text-sm text-muted">{text}</p>}
        </div>
        {action}
      </div>
      {children && <div className="mt-5">{children}</div>}
    </section>
  )
}
