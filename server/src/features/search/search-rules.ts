import { LAST_PAGE } from '@foyer/contract/discover-screen/screen-items'
import type { RefusalCode } from '@foyer/contract/refusals'
import type { SearchType } from '@foyer/contract/search'
import { z } from 'zod'

/** The rows of a source for one caller, as its own route sends them. */
export interface Found {
  rows: readonly unknown[]
  /** The source has further pages. */
  more: boolean
}

/** What became of one source. */
export type Outcome = { found: Found } | { refused: RefusalCode }

interface Group {
  type: SearchType
  items: readonly unknown[]
  more: boolean
  status_known: boolean
  reason?: RefusalCode
}

export const NOTHING: Found = { rows: [], more: false }

/** C61: without a grant it is known that there is nothing; every other refusal leaves it unknown. */
export function groupOf(type: SearchType, outcome: Outcome, limit: number): Group {
  if ('refused' in outcome) {
    const reason = outcome.refused
    return { type, items: [], more: false, status_known: reason === 'no_grant', reason }
  }
  const { rows, more } = outcome.found
  return { type, items: rows.slice(0, limit), more: more || rows.length > limit, status_known: true }
}

const ScreenPage = z.looseObject({
  page: z.int(),
  total_pages: z.int(),
  results: z.array(z.unknown()),
})
const MusicPage = z.looseObject({ next_page: z.int().optional(), results: z.array(z.unknown()) })

/** A page of the metadata provider. Its totals describe the feed before it was filtered (1:4.5). */
export function readScreenPage(body: unknown): Found {
  const { page, total_pages, results } = ScreenPage.parse(body)
  return { rows: results, more: page < Math.min(total_pages, LAST_PAGE) }
}

export function readMusicPage(body: unknown): Found {
  const { next_page, results } = MusicPage.parse(body)
  return { rows: results, more: next_page !== undefined }
}
