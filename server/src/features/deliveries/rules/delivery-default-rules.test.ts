import { describe, expect, it, vi } from 'vitest'
import { automaticSeriesType, chooseTags, isSameFolder, type ShowFacts } from './delivery-default-rules.ts'
import { showFactsOf } from '../couriers/show-facts.ts'

const NAMES = { product: 'Sonarr', instance_name: 'Series' }

describe('the automatic series type (C59)', () => {
  it.each<[string, ShowFacts[]]>([
    ['anime', [{ genres: ['Animation'], origins: ['ja'] }]],
    ['anime', [{ genres: ['Anime', 'Comedy'], origins: ['Japanese'] }]],
    [
      'anime',
      [
        { genres: [], origins: [''] },
        { genres: ['Animation'], origins: ['en', 'JP'] },
      ],
    ],
    // Each source may know its own half.
    [
      'anime',
      [
        { genres: ['Animation'], origins: [''] },
        { genres: ['Drama'], origins: ['ja'] },
      ],
    ],
    ['anime', [{ genres: ['Animation', 'Talk'], origins: ['ja'] }]],
    ['standard', [{ genres: ['Animation'], origins: ['en'] }]],
    ['standard', [{ genres: ['Drama'], origins: ['ja'] }]],
    ['daily', [{ genres: ['News'], origins: ['en'] }]],
    ['daily', [{ genres: ['Talk Show', 'Comedy'], origins: ['en'] }]],
    ['daily', [{ genres: ['talk'], origins: ['ja'] }]],
    ['standard', []],
  ])('%s: %j', (type, sources) => {
    expect(automaticSeriesType(sources)).toBe(type)
  })

  it("reads the provider's record by the ids of its genres, in any language", () => {
    const record = (value: object) => ({ bytes: Buffer.from(JSON.stringify(value)) })
    const anime = { genres: [{ id: 16, name: 'アニメ' }], original_language: 'ja', origin_country: ['JP'] }
    expect(automaticSeriesType([showFactsOf(record(anime))])).toBe('anime')
    const talk = { genres: [{ id: 35, name: 'Comedy' }], type: 'Talk Show', original_language: 'en' }
    expect(automaticSeriesType([showFactsOf(record(talk))])).toBe('daily')
    expect(automaticSeriesType([showFactsOf(record({ genres: [{ id: 10763 }] }))])).toBe('daily')
    expect(automaticSeriesType([showFactsOf(record({}))])).toBe('standard')
    expect(() => showFactsOf(record({ genres: 'all' }))).toThrow('TMDB')
  })
})

describe('the default tags of a new title', () => {
  it.each([[undefined], [[]]])(
    'the manager is not asked for its tags when there are none: %j',
    async tags => {
      const readTags = vi.fn<() => Promise<number[]>>()
      expect(await chooseTags(tags, readTags, NAMES)).toEqual({ tags: [] })
      expect(readTags).not.toHaveBeenCalled()
    },
  )

  it('all are there, or a person looks at it', async () => {
    expect(await chooseTags([3, 1], async () => [1, 2, 3], NAMES)).toEqual({ tags: [3, 1] })
    expect(await chooseTags([3, 1], async () => [1, 2], NAMES)).toMatchObject({
      outcome: {
        attention: 'delivery_default_missing',
        message: expect.stringMatching(/Sonarr.*Series.*\.$/),
      },
    })
  })
})

it.each([
  ['/tv', '/tv/', true],
  ['/tv', '/tv2', false],
  ['D:\\TV\\', 'D:\\TV', true],
  ['/', '/', true],
])('%s and %s are the same folder: %s', (a, b, same) => {
  expect(isSameFolder(a, b)).toBe(same)
})
