import { cx } from './cx.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const BASE =
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap ' +
  'select-none transition-[background-color,border-color,color,scale] active:scale-[0.98] ' +
  'disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none [&_svg]:shrink-0'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-solid hover:bg-accent-strong',
  secondary: 'border border-line bg-raised text-text hover:border-edge',
  ghost: 'text-text hover:bg-raised',
  danger: 'bg-danger text-on-solid hover:bg-danger-strong',
}

const SIZES: Record<ButtonSize, string> = {
  sm: 'h-control-sm px-3 text-sm [&_svg]:size-4',
  md: 'h-control px-4 text-sm [&_svg]:size-4.5',
  lg: 'h-12 px-6 text-base [&_svg]:size-5',
}

export interface ButtonLook {
  variant?: ButtonVariant
  size?: ButtonSize
  /** As wide as its container. */
  block?: boolean
}

/** One look for buttons and for links that act as one. */
export function buttonStyle({ variant = 'secondary', size = 'md', block }: ButtonLook): string {
  return cx(BASE, VARIANTS[variant], SIZES[size], block && 'w-full')
}
