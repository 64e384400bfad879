import type { ComponentProps } from 'react'
import { CARD_TEXT } from './card-text.ts'
import { cx } from './cx.ts'
import { Picture } from './picture.tsx'
import { StatusMark } from './status-mark.tsx'
import type { Status, StatusFacts } from './status.ts'
import { useStatusText } from './use-status-text.ts'

export interface MediaCardProps extends Omit<ComponentProps<'a'>, 'title' | 'children'> {
  title: string
  /** The second line: a year, an artist, an episode. */
  detail?: string | undefined
  /** The second line may take two, where it is a sentence and not a name. */
  wraps?: boolean
  src?: string | undefined
  srcSet?: string | undefined
  sizes?: string | undefined
  tint?: string | undefined
  status?: Status | undefined
  facts?: StatusFacts | undefined
}

interface Shape {
  ratio: string
  fit?: 'cover' | 'contain'
}

/** Picture, status mark and two lines of text. The text names the link, so the picture has no alt text. */
export function MediaCard({
  title,
  detail,
  wraps = false,
  src,
  srcSet,
  sizes,
  tint,
  status = 'unavailable',
  facts,
  ratio,
  fit = 'cover',
  className,
  ...rest
}: MediaCardProps & Shape) {
  return (
    <a
      {...rest}
      className={cx(
        'group relative flex min-w-0 flex-col gap-2 rounded-card outline-offset-4 no-underline',
        className,
      )}
    >
      <span className="relative block">
        <Picture
          src={src}
          srcSet={srcSet}
          sizes={sizes}
          alt=""
          tint={tint}
          fit={fit}
          className={cx(
            ratio,
            'rounded-card ring-1 ring-line transition-[scale,box-shadow] ring-inset group-hover:ring-edge group-active:scale-[0.98]',
          )}
          fallback={
            <span className="line-clamp-4 text-sm font-medium wrap-anywhere hyphens-auto">{title}</span>
          }
        />
        {status !== 'unavailable' && (
          <span className="absolute end-2 top-2 drop-shadow-[0_0_3px_rgb(0_0_0/0.6)]">
            <StatusMark status={status} silent className="block" {...facts} />
          </span>
        )}
      </span>
      <span className={cx('flex min-w-0 flex-col', CARD_TEXT)}>
        <span className="line-clamp-2 text-sm leading-snug font-medium wrap-anywhere">{title}</span>
        {detail && (
          <span className={cx('text-xs text-muted', wraps ? 'line-clamp-2' : 'truncate')}>{detail}</span>
        )}
        {status !== 'unavailable' && <StatusLine status={status} facts={facts} />}
      </span>
    </a>
  )
}

function StatusLine({ status, facts }: { status: Status; facts: StatusFacts | undefined }) {
  const word = useStatusText()
  return <span className="sr-only">{word(status, facts)}</span>
}
