import { describe, expect, it } from 'vitest'
import { offersIn, pageOfCollection } from './title-part-rules.ts'

const streamly = { provider_id: 8, provider_name: 'Streamly', logo_path: '/s.png' }
const shop = { provider_id: 2, provider_name: 'Shop' }

describe('who offers a title', () => {
  const table = { results: { DE: { buy: [shop], rent: [shop], flatrate: [streamly] } } }

  it('is named once with every way, what costs nothing more first', () => {
    expect(offersIn(table, 'DE')).toEqual({
      region: 'DE',
      offers: [
        { ...streamly, ways: ['flatrate'] },
        { ...shop, logo_path: null, ways: ['rent', 'buy'] },
      ],
    })
  })

  it.each(['FR', 'constructor'])('is nobody in a region that is not spoken of (%s)', region => {
    expect(offersIn(table, region)).toEqual({ region, offers: [] })
  })
})

describe('a collection', () => {
  it('is a page of movies as they came out, what has no date last, and without its name', () => {
    const parts = [
      { id: 1, release_date: '' },
      { id: 2, release_date: '2021-05-01' },
      { id: 3, release_date: '2019-05-01' },
    ]
    const body = { id: 9, name: 'Said nowhere', parts }
    const page = pageOfCollection(body)
    expect(page.results.map(row => [row.id, row.media_type])).toEqual([
      [3, 'movie'],
      [2, 'movie'],
      [1, 'movie'],
    ])
    expect(page).toMatchObject({ page: 1, total_pages: 1, total_results: 3 })
    expect(page).not.toHaveProperty('name')
  })
})
