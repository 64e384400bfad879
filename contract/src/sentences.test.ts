import { describe, expect, it } from 'vitest'
import { createSentenceFinder, fillSentence } from './sentences.ts'

const TABLE = {
  retried: 'Tried {{times}} times. {{reason}}',
  silent: '{{product}} did not answer.',
  late: '{{product}} did not answer in time.',
  no_folder: '{{library}} has no folder (yet). Add one in {{product}}.',
  twice: '{{product}} lost it. Look into {{product}}.',
  plain: 'It is over.',
} as const
const find = createSentenceFinder(TABLE)

describe('a sentence that clients know', () => {
  it('is found again by its English, with what was filled in', () => {
    expect(find(fillSentence(TABLE.late, { product: 'Radarr' }))).toEqual({
      name: 'late',
      values: { product: 'Radarr' },
    })
    const values = { library: 'Movies (4K) of $1 & ana.', product: 'Radarr' }
    expect(find(fillSentence(TABLE.no_folder, values))).toEqual({ name: 'no_folder', values })
    expect(find('It is over.')).toEqual({ name: 'plain', values: {} })
    expect(find('Tried 3 times. Radarr did not answer.')).toEqual({
      name: 'retried',
      values: { times: '3', reason: 'Radarr did not answer.' },
    })
  })

  it('holds the same value in two places, and a value always', () => {
    expect(find('Radarr lost it. Look into Radarr.')?.name).toBe('twice')
    expect(find('Radarr lost it. Look into Sonarr.')).toBeUndefined()
    expect(find(' did not answer.')).toBeUndefined()
  })

  it('is not found in another text', () => {
    for (const text of [undefined, '', 'It is over', 'It is over. Really.', 'Radarr did not answer'])
      expect(find(text), text).toBeUndefined()
  })
})
