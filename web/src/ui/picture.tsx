import { type ReactNode, useState } from 'react'
import { cx } from './cx.ts'

interface PictureProps {
  src?: string | undefined
  /** The same picture in other widths, and how wide it is shown: the browser takes what fits. */
  srcSet?: string | undefined
  sizes?: string | undefined
  /** In view from the start, so it is not waited for. */
  eager?: boolean | undefined
  alt: string
  /** The picture's own colour, shown until it has arrived. */
  tint?: string | undefined
  /** `contain` keeps the ratio of a book cover inside its box. */
  fit?: 'cover' | 'contain'
  /** Stands in when there is no picture or it does not load. */
  fallback?: ReactNode
  className?: string
}

/** Fades in over a tinted ground; a picture that never comes leaves the fallback, not a broken icon. */
export function Picture({
  src,
  srcSet,
  sizes,
  eager = false,
  alt,
  tint,
  fit = 'cover',
  fallback,
  className,
}: PictureProps) {
  const [state, setState] = useState<{ src: string | undefined; shown: 'waiting' | 'there' | 'failed' }>({
    src,
    shown: 'waiting',
  })
  const shown = state.src === src ? state.shown : 'waiting'
  return (
    <span
      className={cx('relative block overflow-hidden bg-raised', className)}
      style={tint ? { backgroundColor: tint } : undefined}
    >
      {src && shown !== 'failed' ? (
        <img
          src={src}
          srcSet={srcSet}
          sizes={sizes}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          onLoad={() => setState({ src, shown: 'there' })}
          onError={() => setState({ src, shown: 'failed' })}
          className={cx(
            'absolute inset-0 size-full transition-[opacity,filter] duration-200',
            fit === 'cover' ? 'object-cover' : 'object-contain',
            // What is in view from the start shows as it arrives; hiding it until then would only cost time.
            shown === 'there' || eager ? 'opacity-100' : 'opacity-0 blur-sm',
          )}
        />
      ) : (
        <span className="absolute inset-0 grid place-items-center p-3 text-center text-muted">
          {fallback}
        </span>
      )}
    </span>
  )
}
