import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

interface BackAnchorProps extends ComponentProps<'a'> {
  /** Placed over a picture of any colour. */
  over?: boolean
}

/** A link to the parent page, above the heading. The router's typed form is in lib. */
export function BackAnchor({ over = false, className, children, ...rest }: BackAnchorProps) {
  return (
    <a
      {...rest}
      className={cx(
        'inline-flex min-h-11 items-center gap-1 self-start rounded-control text-sm font-medium',
        over
          ? 'bg-surface/85 ps-2 pe-3.5 text-text hover:bg-surface'
          : '-ms-1 pe-2 text-muted hover:text-text',
        className,
      )}
    >
      <ChevronLeft aria-hidden className="size-4.5 shrink-0 rtl:-scale-x-100" />
      {children}
    </a>
  )
}
