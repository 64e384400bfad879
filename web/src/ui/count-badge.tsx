import { cx } from './cx.ts'

const MOST = 99

interface CountBadgeProps {
  count: number
  /** What is being counted, as a whole sentence: "3 requests wait". */
  label: string
  className?: string
}

/** How much waits somewhere. Nothing at all for nothing. */
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
