import { describe, expect, it } from 'vitest'
import { lacksText, withEnglish } from './english-rules.ts'

describe('a text that nobody translated (C58)', () => {
  it.each([
    ['a title', { id: 1, title: '' }],
    ['an overview', { id: 1, title: 'Ja', overview: null }],
    [
      'a row',
      {
        results: [
          { id: 1, name: 'Ja' },
          { id: 2, name: '' },
        ],
      },
    ],
    ['what somebody is known for', { results: [{ id: 1, name: 'Ada', known_for: [{ id: 2, title: '' }] }] }],
    ['a genre', { genres: [{ id: 16, name: null }] }],
  ])('is noticed: %s', (_what, body) => {
    expect(lacksText(body)).toBe(true)
  })

  it.each([
    ['nothing is empty', { id: 1, title: 'Ja', overview: 'Nein', tagline: '' }],
    ['the text is not part of the answer', { id: 1, title: 'Ja' }],
    ['there are no rows', { results: [] }],
  ])('is not looked for when %s', (_what, body) => {
    expect(lacksText(body)).toBe(false)
  })

  it('is filled from the English answer, and nothing else is', () => {
    const german = { id: 1, title: '', overview: '', tagline: '', vote_average: 7, release_date: '' }
    const english = {
      id: 1,
      title: 'Yes',
      overview: 'Long',
      tagline: 'T',
      vote_average: 9,
      release_date: '2026',
    }
    expect(withEnglish(german, english)).toEqual({ ...german, title: 'Yes', overview: 'Long' })
  })

  it('is found by id and type, in whatever order the English rows come', () => {
    const german = {
      results: [
        { id: 1, media_type: 'tv', name: '', overview: 'Da' },
        { id: 1, media_type: 'movie', title: '', overview: '' },
        { id: 3, media_type: 'movie', title: '', overview: '' },
      ],
    }
    const english = {
      results: [
        { id: 1, media_type: 'movie', title: 'Movie', overview: 'M' },
        { id: 1, media_type: 'tv', name: 'Show', overview: 'S' },
      ],
    }
    expect(withEnglish(german, english)).toEqual({
      results: [
        { id: 1, media_type: 'tv', name: 'Show', overview: 'Da' },
        { id: 1, media_type: 'movie', title: 'Movie', overview: 'M' },
        { id: 3, media_type: 'movie', title: '', overview: '' },
      ],
    })
  })

  it('stays empty where English has none either, or the answers have nothing in common', () => {
    const german = { id: 1, overview: '', seasons: [{ id: 7, name: '' }] }
    expect(withEnglish(german, { id: 1, overview: '', seasons: [] })).toEqual(german)
    expect(withEnglish(german, [])).toEqual(german)
    expect(withEnglish(german, null)).toEqual(german)
  })
})
