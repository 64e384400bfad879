import { describe, expect, it } from 'vitest'
import type { RemovableFile } from '#ports/manager-actions.ts'
import { assertNothingElse, episodeNumbersIn, filesOfEpisodes, grabsOf } from './file-scope-rules.ts'

function file(file_id: number, episode_ids: number[], history_id?: number): RemovableFile {
  const grab = history_id === undefined ? null : { history_id, release: `Release.${history_id}` }
  return { file_id, name: `${file_id}.mkv`, size_bytes: 1, episode_ids, grab }
}
const episodes = [1, 2, 3, 4].map(number => ({ record_id: 100 + number, episode_number: number }))
const [first, double, fourth] = [file(1, [101], 9), file(2, [102, 103], 9), file(3, [104])]
const files = [first, double, fourth]

describe('the files of exactly one scope (2:4.9)', () => {
  it('are those that hold any of its episodes', () => {
    expect(filesOfEpisodes(files, [{ record_id: 103 }])).toEqual([double])
    expect(filesOfEpisodes(files, episodes)).toEqual(files)
    expect(filesOfEpisodes(files, [{ record_id: 999 }])).toEqual([])
  })

  it('name the other episodes that would be deleted with them, and are kept if those were not requested', () => {
    const held = episodeNumbersIn([double], episodes)
    expect(held).toEqual([2, 3])
    expect(() => assertNothingElse(held, [3])).toThrow('also holds episode 2')
    expect(() => assertNothingElse(held, [2, 3, 4])).not.toThrow()
  })

  it('name each grab once, and every grab must be known', () => {
    expect(grabsOf([first, double])).toEqual([{ history_id: 9, release: 'Release.9' }])
    expect(() => grabsOf(files)).toThrow('Nothing was deleted')
  })
})
