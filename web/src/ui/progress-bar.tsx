import { cx } from './cx.ts'

interface ProgressBarProps {
  label: string
  /** Between 0 and 1; absent while the total is unknown. */
  share?: number | undefined
  tone?: 'accent' | 'info' | 'ok' | 'danger'
}

const TONES = { accent: 'bg-accent', info: 'bg-info', ok: 'bg-ok', danger: 'bg-danger' }

export function ProgressBar({ label, share, tone = 'accent' }: ProgressBarProps) {
  const percent = share === undefined ? undefined : Math.round(Math.min(Math.max(share, 0), 1) * 100)
  return (
    <div className="relative h-1.5 w-full overflow-hidden rounded-full bg-line">
      <progress aria-label={label} max={100} value={percent} className="sr-only" />
      {percent === undefined ? (
        // Standing still, a part of the bar would look like a share that is known.
        <span
          className={cx(
            'absolute inset-y-0 w-2/5 animate-slide rounded-full motion-reduce:w-full motion-reduce:bg-transparent motion-reduce:stripes',
            TONES[tone],
          )}
        />
      ) : (
        <span
          className={cx('absolute inset-y-0 start-0 rounded-full transition-[width]', TONES[tone])}
          style={{ width: `${percent}%` }}
        />
      )}
    </div>
  )
}
