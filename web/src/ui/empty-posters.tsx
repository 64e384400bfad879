import { cx } from './cx.ts'
import { Logo } from './logo.tsx'

/** From the edges to the middle: smaller, further back, dimmer. */
const FRAMES = [
  'w-16 opacity-25',
  'w-20 opacity-45',
  'w-24 opacity-70',
  'w-28',
  'w-24 opacity-70',
  'w-20 opacity-45',
  'w-16 opacity-25',
]

/** Empty poster frames. Decoration for a server without any titles yet. */
export function EmptyPosters() {
  return (
    <div aria-hidden className="stage-light relative -mx-6 -mt-14 self-stretch pt-14 sm:-mt-20 sm:pt-16">
      <div className="flex items-center justify-center gap-3">
        {FRAMES.map((look, at) => (
          <span
            key={at}
            className={cx(
              'grid aspect-2/3 shrink-0 place-items-center rounded-card border border-line bg-linear-to-b from-raised to-surface',
              look,
            )}
          >
            {at === 3 && <Logo className="size-10 text-accent" />}
          </span>
        ))}
      </div>
    </div>
  )
}
