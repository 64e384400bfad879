import type { ComponentProps, ReactNode } from 'react'
import { type ButtonLook, buttonStyle } from './button-style.ts'
import { cx } from './cx.ts'

interface LinkButtonProps extends ComponentProps<'a'>, ButtonLook {
  icon?: ReactNode
}

/** A link that looks like a button. The router's typed form is `ButtonLink` in lib. */
export function LinkButton({ variant, size, block, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={cx(buttonStyle({ variant, size, block }), className)}>
      {icon}
      {children}
    </a>
  )
}
