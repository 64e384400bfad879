import type { OfferWay, TitleOffer } from '@foyer/contract/discover-screen/title-parts'

const INCLUDED: readonly OfferWay[] = ['flatrate', 'free', 'ads']

/** Offers grouped into included (subscription, free) and paid (rent, buy); each service is in one group. */
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
