import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

interface RowLinkProps extends Omit<ComponentProps<'a'>, 'title'> {
  mark: ReactNode
  title: ReactNode
  text?: ReactNode
  /** A badge or text before the arrow. */
  end?: ReactNode
}

/** A list item that links to a page: icon, name, one sentence. */
export function RowLink({ mark, title, text, end, className, ...rest }: RowLinkProps) {
  return (
    <a
      {...rest}
      className={cx(
        'group flex min-h-16 items-center gap-4 px-4 py-3 transition-colors -outline-offset-2 hover:bg-raised/60 sm:px-5',
        className,
      )}
    >
      {mark}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-medium">{title}</span>
        {text && <span className="text-sm text-muted">{text}</span>}
      </span>
      {end}
      <ChevronRight
        aria-hidden
        className="size-5 shrink-0 text-muted transition-transform group-hover:translate-x-0.5 rtl:-scale-x-100"
      />
    </a>
  )
}

/** A card around list items. */
export function RowList({ className, ...rest }: ComponentProps<'ul'>) {
  return (
    <ul
      {...rest}
      className={cx(
        'divide-y divide-line overflow-hidden rounded-card border border-line bg-surface',
        className,
      )}
    />
  )
}
