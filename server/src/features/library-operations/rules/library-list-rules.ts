import type { LibraryEntry } from '#ports/manager-reads.ts'

export const LIBRARY_FILTERS = ['all', 'missing', 'unmonitored'] as const
export type LibraryFilter = (typeof LIBRARY_FILTERS)[number]

/** Missing: monitored, and without all the files that there should be. */
export function createLibraryFilter(
  filter: LibraryFilter,
  query: string | undefined,
): (title: LibraryEntry) => boolean {
  const words = wordsOf(query ?? '')
  return title => {
    if (filter === 'missing' && !(title.monitored && title.file_count < title.wanted_count)) return false
    if (filter === 'unmonitored' && title.monitored) return false
    const text = wordsOf(
      `${title.title} ${title.author ?? ''} ${title.artist ?? ''} ${title.year ?? ''}`,
    ).join(' ')
    return words.every(word => text.includes(word))
  }
}

/** Accents and punctuation make no difference. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
}

/** The library's number of a season of the metadata provider; null: the match does not have it. */
export function findLibrarySeason(
  season_map: Readonly<Record<string, number>> | 'same',
  season_number: number,
): number | null {
  return season_map === 'same' ? season_number : (season_map[String(season_number)] ?? null)
}
