import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const TONES = { accent: 'bg-accent-soft text-accent', neutral: 'bg-raised text-muted' }

interface IconTileProps {
  tone?: keyof typeof TONES
  children: ReactNode
}

/** A decorative icon in front of a name. */
export function IconTile({ tone = 'accent', children }: IconTileProps) {
  return (
    <span
      aria-hidden
      className={cx('grid size-10 shrink-0 place-items-center rounded-control [&_svg]:size-5', TONES[tone])}
    >
      {children}
    </span>
  )
}
