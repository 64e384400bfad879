import {
  OFFER_WAYS,
  type TitleKeywords,
  type TitleOffer,
  type TitleOffers,
} from '@foyer/contract/discover-screen/title-parts'
import type { Page, Row } from '../feeds/page-rules.ts'

interface Offered {
  provider_id: number
  provider_name: string
  logo_path?: string | null
}

/** The metadata provider's table of streaming offers; the adapter has checked its shape. */
export interface OfferTable {
  results: Record<string, Partial<Record<TitleOffer['ways'][number], Offered[]>>>
}

/** The offers of one region: each service once with all its kinds of offer, in the provider's order. */
export function offersIn({ results }: OfferTable, region: string): TitleOffers {
  const place = Object.hasOwn(results, region) ? results[region] : undefined
  const offers = new Map<number, TitleOffer>()
  for (const way of OFFER_WAYS) {
    for (const { provider_id, provider_name, logo_path = null } of place?.[way] ?? []) {
      const known = offers.get(provider_id)
      if (known) known.ways.push(way)
      else offers.set(provider_id, { provider_id, provider_name, logo_path, ways: [way] })
    }
  }
  return { region, offers: [...offers.values()] }
}

/** The metadata provider's keywords; the adapter has checked that one of both lists is there. */
export interface KeywordTable {
  keywords?: TitleKeywords['keywords']
  results?: TitleKeywords['keywords']
}

/** One shape for both media types. */
export function keywordsIn({ keywords, results }: KeywordTable): TitleKeywords {
  return { keywords: (keywords ?? results ?? []).map(({ id, name }) => ({ id, name })) }
}

/** A movie without a date sorts as upcoming. */
function dateOf({ release_date }: Row): string {
  return typeof release_date === 'string' && release_date !== '' ? release_date : '9999'
}

/**
 * A collection as a page, so that it is filtered like any other. Its name is left out: somebody who may see none
 * of its movies must not learn what they are.
 */
export function pageOfCollection({ parts }: { parts: readonly Row[] }): Page {
  const results = parts
    .map((row): Row => ({ ...row, media_type: 'movie' }))
    .toSorted((a, b) => (dateOf(a) < dateOf(b) ? -1 : dateOf(a) > dateOf(b) ? 1 : 0))
  return { page: 1, results, total_pages: 1, total_results: results.length }
}
