import { cx } from './cx.ts'

const SIZES = { sm: 'size-8 text-xs', md: 'size-10 text-sm', lg: 'size-16 text-xl' }

interface AvatarProps {
  name: string
  src?: string
  size?: keyof typeof SIZES
}

/** Decorative: the name always stands beside it as text. */
export function Avatar({ name, src, size = 'md' }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent ring-1 ring-line ring-inset select-none',
        SIZES[size],
      )}
    >
      {src ? <img src={src} alt="" className="size-full object-cover" /> : initials(name)}
    </span>
  )
}

/** First letters of the first and last word, by code point, so that an emoji stays whole. */
function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter((word, at) => at === 0 || /^\p{L}/u.test(word))
  if (!/^\p{L}/u.test(words[0] ?? '')) return Array.from(words[0] ?? '')[0] ?? ''
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map(
    word => Array.from(word ?? '')[0] ?? '',
  )
  return letters.join('').toLocaleUpperCase()
}
