import { expect, it } from 'vitest'
import { offersByPrice } from './offers.ts'

it('separates streaming from sale and rental, each service once', () => {
  const offer = { provider_name: 'Streamly', logo_path: null }
  const both = { ...offer, provider_id: 1, ways: ['flatrate' as const, 'buy' as const] }
  const shop = { ...offer, provider_id: 2, ways: ['rent' as const] }
  expect(offersByPrice([both, shop])).toEqual({ included: [both], paid: [shop] })
})
