import { describe, expect, it } from 'vitest'
import { genreChoices, KNOWN_GENRES } from './genres.ts'

const base = { known: KNOWN_GENRES.movie, chosen: [], nameOf: (id: number) => `catalogue ${id}` }

describe('hidden genres', () => {
  it("are the provider's, by its own names", () => {
    const listed = [
      { id: 28, name: 'Action' },
      { id: 4711, name: 'Slow television' },
    ]
    expect(genreChoices({ ...base, listed })).toEqual([
      { value: 28, label: 'Action' },
      { value: 4711, label: 'Slow television' },
    ])
  })

  it.each([[undefined], [[]]])('are the known ones while the provider says %o', listed => {
    const choices = genreChoices({ ...base, listed })
    expect(choices.map(choice => choice.value)).toEqual([...KNOWN_GENRES.movie])
    expect(choices[0]?.label).toBe('catalogue 28')
  })

  it('always include one that is already hidden', () => {
    const listed = [{ id: 28, name: 'Action' }]
    expect(genreChoices({ ...base, listed, chosen: [28, 27, 999] })).toEqual([
      { value: 28, label: 'Action' },
      { value: 27, label: 'catalogue 27' },
      { value: 999, label: '999' },
    ])
  })
})
