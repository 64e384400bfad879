import type { ComponentProps, ReactNode } from 'react'
import { type ButtonLook, buttonStyle } from './button-style.ts'
import { cx } from './cx.ts'
import { useVariant } from './main-button.tsx'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Keeps its width and focus while loading, and ignores further presses. */
  loading?: boolean
  icon?: ReactNode
  /** It has the main button of the page; see main-button.tsx. */
  leads?: boolean
}

export function Button({
  variant,
  size,
  block,
  loading = false,
  leads = false,
  icon,
  type = 'button',
  className,
  onClick,
  'aria-disabled': held,
  children,
  ...rest
}: ButtonProps) {
  const shown = useVariant(variant, leads)
  return (
    <button
      {...rest}
      data-variant={shown}
      type={type}
      aria-busy={loading || undefined}
      aria-disabled={loading || held || undefined}
      // `disabled` would drop the focus and send keyboard users to the top of the page.
      onClick={loading ? event => event.preventDefault() : onClick}
      className={cx(buttonStyle({ variant: shown, size, block }), className)}
    >
      <span className={cx('inline-flex items-center gap-2', loading && 'opacity-0')}>
        {icon}
        {children}
      </span>
      {loading && <Spinner className="absolute" />}
    </button>
  )
}
