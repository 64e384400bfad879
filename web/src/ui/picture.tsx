import { type ReactNode, type SyntheticEvent, useState } from 'react'
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

/**
 * A picture that has loaded soon after it was drawn is there at once; any other was waited for, and fades in. Fading all
 * of them in would draw the page later than it could be, and move dozens of layers while it is drawn.
 */
const WAITED_MS = 300

const drawn_at = new WeakMap<Element, number>()

function noteDrawn(image: HTMLImageElement | null) {
  if (image) drawn_at.set(image, performance.now())
}

/** Not a state: each of the pictures of a page would be rendered again when it has loaded. */
function reveal({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) {
  const waited = performance.now() - (drawn_at.get(image) ?? 0)
  image.dataset['shown'] = waited < WAITED_MS ? 'at_once' : 'late'
}

/** Over a tinted background. If the picture fails, the fallback is shown instead of a broken icon. */
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
  const [failed, setFailed] = useState<string>()
  return (
    <span
      className={cx('relative block overflow-hidden bg-raised', className)}
      style={tint ? { backgroundColor: tint } : undefined}
    >
      {src && src !== failed ? (
        <img
          key={src}
          ref={noteDrawn}
          src={src}
          srcSet={srcSet}
          sizes={sizes}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          onLoad={event => {
            reveal(event)
            setFailed(undefined)
          }}
          onError={() => setFailed(src)}
          className={cx(
            'absolute inset-0 size-full',
            fit === 'cover' ? 'object-cover' : 'object-contain',
            // Eager pictures are shown as they come.
            !eager && 'opacity-0 data-shown:opacity-100 data-[shown=late]:transition-opacity',
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
