import type { OfferWay, TitleOffer } from '@foyer/contract/title-parts'

const INCLUDED: readonly OfferWay[] = ['flatrate', 'free', 'ads']

/** What can be watched without paying for it alone, and what is for rent or sale; a service is in one of them. */
export function offersByPrice(offers: readonly TitleOffer[]): {
  included: TitleOffer[]
  paid: TitleOffer[]
} {
  const isIncluded = (offer: TitleOffer) => offer.ways.some(way => INCLUDED.includes(way))
  return {
    included: offers.filter(isIncluded),
    paid: offers.filter(offer => !isIncluded(offer)),
  }
}
