import type { ComponentProps, ReactNode } from 'react'
import { CONTROL } from './control-style.ts'
import { cx } from './cx.ts'

interface InputProps extends ComponentProps<'input'> {
  /** Decoration at the start, such as a search icon. */
  icon?: ReactNode
}

export function Input({ icon, className, ...rest }: InputProps) {
  const input = <input {...rest} className={cx(CONTROL, 'h-11', Boolean(icon) && 'ps-10', className)} />
  if (!icon) return input
  return (
    <span className="relative block">
      <span
        aria-hidden
        className="absolute inset-y-0 start-3 grid place-items-center text-muted [&_svg]:size-4.5"
      >
        {icon}
      </span>
      {input}
    </span>
  )
}
