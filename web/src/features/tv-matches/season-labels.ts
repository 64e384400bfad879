import type { TFunction } from 'i18next'
import { seasonLabel } from '#lib/season-name.ts'

/** "Season 2", "Seasons 1 and 2", in order, without duplicates. */
export function seasonsLabel(
  t: TFunction,
  numbers: readonly number[],
  list: (words: readonly string[]) => string,
): string {
  const all = [...new Set(numbers)].sort((a, b) => a - b)
  const real = all.filter(number => number > 0)
  if (real.length < all.length) return list(all.map(number => seasonLabel(t, number)))
  return t('tv_matches.seasons', { count: real.length, numbers: list(real.map(String)) })
}
