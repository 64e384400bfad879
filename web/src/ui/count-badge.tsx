import { cx } from './cx.ts'

const MOST = 99

interface CountBadgeProps {
  count: number
  /** What is counted, as a full sentence: "3 requests pending". */
  label: string
  className?: string
}

/** A count next to a label. Renders nothing for zero. */
export function CountBadge({ count, label, className }: CountBadgeProps) {
  if (count <= 0) return null
  return (
    <span
      className={cx(
        'inline-grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 text-xs leading-none font-semibold text-on-solid tabular-nums',
        className,
      )}
    >
      <span aria-hidden>{count > MOST ? `${MOST}+` : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
