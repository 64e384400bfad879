import type { MusicTitle } from '@foyer/contract/music-library'

const COMBINING = /\p{Mark}/gu

/** Comparable text: without case, accents and punctuation. */
export function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(COMBINING, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim()
}

/** Albums with every word of the query in their title or artist, in the library's order. */
export function albumsLike(titles: readonly MusicTitle[], query: string): MusicTitle[] {
  const words = comparable(query).split(' ')
  return titles.filter(({ title, artist }) => {
    const text = comparable(`${artist} ${title}`)
    return words.every(word => text.includes(word))
  })
}
