import { describe, expect, it } from 'vitest'
import { withoutHiddenEntries, withoutHiddenRows } from './hidden-rules.ts'

const isHidden = (kind: string, id: number) => kind === 'movie' && id === 603

/** As providers send them now and then. */
const ODD = [
  { id: '603', media_type: 'movie' },
  { id: null },
  { id: 7, media_type: 'person', known_for: 'nothing' },
  { movie: { title: 'Untitled' } },
  { show: { ids: { tmdb: '603' } } },
  'a line of text',
  null,
]

describe('0.3 odd rows of a provider stay as they are, and do not fail the list', () => {
  it('of the metadata provider', () => {
    const known_for = [null, { id: 603, media_type: 'movie' }, { id: 'x', media_type: 'tv' }]
    const person = { id: 8, media_type: 'person', known_for }
    expect(withoutHiddenRows({ page: 1, results: ODD }, 'mixed', isHidden)).toBeNull()
    expect(withoutHiddenRows({ page: 1, results: [...ODD, person, { id: 603 }] }, 'movie', isHidden)).toEqual(
      { page: 1, results: [...ODD, { ...person, known_for: [known_for[0], known_for[2]] }] },
    )
  })

  it('of the list provider', () => {
    expect(withoutHiddenEntries(ODD, 'mixed', isHidden)).toBeNull()
    const hidden = [{ movie: { ids: { tmdb: 603 } } }, { ids: { tmdb: 603 } }]
    expect(withoutHiddenEntries([...ODD, ...hidden], 'movie', isHidden)).toEqual(ODD)
    // A list of both kinds has no bare titles.
    expect(withoutHiddenEntries(hidden, 'mixed', isHidden)).toEqual([hidden[1]])
  })
})
