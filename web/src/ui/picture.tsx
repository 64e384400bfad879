import { type ReactNode, useState } from 'react'
import { cx } from './cx.ts'

interface PictureProps {
  src?: string | undefined
  /** Other widths of the same picture and the displayed width, so that the browser picks the best one. */
  srcSet?: string | undefined
  sizes?: string | undefined
  /** Visible from the start, so it loads eagerly. */
  eager?: boolean | undefined
  alt: string
  /** The picture's own colour, shown until it has loaded. */
  tint?: string | undefined
  /** `contain` keeps a book cover's ratio inside its box. */
  fit?: 'cover' | 'contain'
  /** Shown if there is no picture or it fails to load. */
  fallback?: ReactNode
  className?: string
}

/** Fades in over a tinted background. If the picture fails, the fallback is shown instead of a broken icon. */
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
            // Eager pictures are shown immediately; fading them in would only cost time.
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
