export type PictureKind = 'poster' | 'backdrop' | 'profile' | 'logo'

/** The provider's size names by width in pixels. */
const SIZES: Record<PictureKind, readonly (readonly [name: string, width: number])[]> = {
  poster: [
    ['w185', 185],
    ['w342', 342],
    ['w500', 500],
    ['w780', 780],
  ],
  backdrop: [
    ['w300', 300],
    ['w780', 780],
    ['w1280', 1280],
    ['original', 1920],
  ],
  profile: [
    ['w185', 185],
    ['h632', 421],
  ],
  logo: [
    ['w45', 45],
    ['w92', 92],
    ['w154', 154],
  ],
}

/** The displayed width per place, so that the browser can choose by width and density. */
export const SLOTS = {
  row: '(min-width: 64rem) 160px, (min-width: 40rem) 144px, 29vw',
  grid: '(min-width: 64rem) 180px, (min-width: 40rem) 22vw, 31vw',
  head: '(min-width: 64rem) 256px, (min-width: 40rem) 208px, 112px',
  season: '72px',
  still: '112px',
  wide: '100vw',
  logo: '36px',
} as const

export interface Sources {
  src: string
  srcSet: string
  sizes: string
}

/** 1/4.2: base, size and path. Undefined without a picture or before the base is known. */
export function sourcesOf(
  base: string | undefined,
  path: string | null | undefined,
  kind: PictureKind,
  slot: keyof typeof SLOTS,
): Sources | undefined {
  if (!base || !path) return undefined
  const url = (name: string) => `${base.replace(/\/$/, '')}/${name}${path}`
  const set = SIZES[kind]
  const usual = set[1] ?? set[0]
  return {
    src: url(usual?.[0] ?? 'original'),
    srcSet: set.map(([name, width]) => `${url(name)} ${width}w`).join(', '),
    sizes: SLOTS[slot],
  }
}
