import { searchText } from '#lib/library-search.ts'

/** What the address says about the page. */
export interface TranscoderSearch {
  /** The first one when absent. */
  instance?: string
  /** All of them when absent. */
  library?: string
}

export function readTranscoderSearch(raw: Record<string, unknown>): TranscoderSearch {
  const instance = searchText(raw['instance'])
  const library = searchText(raw['library'])
  return { ...(instance && { instance }), ...(library && { library }) }
}
