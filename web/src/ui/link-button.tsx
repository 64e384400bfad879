import type { ComponentProps, ReactNode } from 'react'
import { type ButtonLook, buttonStyle } from './button-style.ts'
import { cx } from './cx.ts'
import { useVariant } from './main-button.tsx'

interface LinkButtonProps extends ComponentProps<'a'>, ButtonLook {
  icon?: ReactNode
}

/** A link that looks like a button. The router's typed form is `ButtonLink` in lib. */
export function LinkButton({ variant, size, block, icon, className, children, ...rest }: LinkButtonProps) {
  const shown = useVariant(variant, false)
  return (
    <a {...rest} data-variant={shown} className={cx(buttonStyle({ variant: shown, size, block }), className)}>
      {icon}
      {children}
    </a>
  )
}
