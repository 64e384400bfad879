import { cx } from './cx.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const BASE =
  'relative inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-control text-center font-medium ' +
  'select-none transition-[background-color,border-color,color,scale] active:scale-[0.98] ' +
  'disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none [&_svg]:shrink-0'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-solid hover:bg-accent-strong',
  secondary: 'border border-line bg-raised text-text hover:border-edge',
  ghost: 'text-text hover:bg-raised',
  danger: 'bg-danger text-on-solid hover:bg-danger-strong',
}

const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-control-sm px-3 py-1 text-sm [&_svg]:size-4',
  md: 'min-h-control px-4 py-1.5 text-sm [&_svg]:size-4.5',
  lg: 'min-h-12 px-6 py-2 text-base [&_svg]:size-5',
}

export interface ButtonLook {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Fills the width of its container. */
  block?: boolean
}

/** One style for buttons and for links that look like buttons. */
export function buttonStyle({ variant = 'secondary', size = 'md', block }: ButtonLook): string {
  return cx(BASE, VARIANTS[variant], SIZES[size], block && 'w-full')
}
