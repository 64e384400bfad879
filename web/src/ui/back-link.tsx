import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** To where a page hangs, above its heading. The router's typed form is in lib. */
export function BackAnchor({ className, children, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className={cx(
        '-ms-1 inline-flex min-h-11 items-center gap-1 self-start rounded-control pe-2 text-sm font-medium text-muted hover:text-text',
        className,
      )}
    >
      <ChevronLeft aria-hidden className="size-4.5 rtl:-scale-x-100" />
      {children}
    </a>
  )
}
