import type { RequestRow } from '@foyer/contract/requests/requests'
import type { TFunction } from 'i18next'
import { seasonRuns } from '../ask/season-choice.ts'

/** The requested part of a title: "Seasons 1–3", "First episode", "Audiobook". */
export function requestedPart(
  t: TFunction,
  row: Pick<RequestRow, 'media_type' | 'season_scope' | 'seasons'> & {
    book_format?: 'ebook' | 'audiobook' | 'both' | undefined
  },
): string | undefined {
  if (row.book_format) return t(`requests.format.${row.book_format}`)
  if (row.media_type !== 'tv') return undefined
  if (row.season_scope === 'pilot') return t('requests.scope.pilot')
  if (row.seasons?.length)
    return t('requests.season_numbers', { count: row.seasons.length, seasons: seasonRuns(row.seasons) })
  return row.season_scope && t(`requests.scope.${row.season_scope}`)
}
