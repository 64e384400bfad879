import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name. */
  label: string
  icon: ReactNode
  variant?: 'ghost' | 'solid'
}

export function IconButton({ label, icon, variant = 'ghost', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={cx(
        'grid size-control shrink-0 place-items-center rounded-control text-muted transition-colors [&_svg]:size-5',
        'hover:bg-raised hover:text-text disabled:pointer-events-none disabled:opacity-40',
        variant === 'solid' && 'border border-line bg-surface',
        className,
      )}
    >
      {icon}
    </button>
  )
}
