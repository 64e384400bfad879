import { describe, expect, it } from 'vitest'
import type { AddObjection } from '#ports/courier-shelf.ts'
import { choosePlace, refusedOutcome } from './shelf-rules.ts'

const NAMES = { product: 'Radarr', instance_name: 'Movies' }
const options = (quality_profiles: number[], ...accessible: boolean[]) => ({
  quality_profiles,
  root_folders: accessible.map((one, n) => ({ path: `/${n}`, accessible: one })),
})

describe('where a new title goes (1/4.8)', () => {
  it.each([
    [[4, 5], [5, 4], 5],
    [[4, 5], [null, 5], 5],
    [[4, 5], [9, 5], 5],
    [[4, 5], [9, 0], 4],
    [[4, 5], [null, 0], 4],
  ])('of the profiles %s the wishes %s get %s', (profiles, wishes, quality_profile_id) => {
    const place = { root_folder: '/1', quality_profile_id }
    expect(choosePlace(options(profiles, false, true, true), wishes, NAMES)).toEqual({ place })
  })

  it('what is missing is said', () => {
    expect(choosePlace(options([4]), [], NAMES)).toMatchObject({
      outcome: { attention: 'library_unavailable' },
    })
    expect(choosePlace(options([4], false), [], NAMES)).toMatchObject({
      outcome: { retry: 'library_unavailable' },
    })
    expect(choosePlace(options([], true), [], NAMES)).toMatchObject({
      outcome: { attention: 'library_unavailable' },
    })
  })
})

describe('a refused add is one sentence that an admin can act on', () => {
  it.each<[AddObjection[], object]>([
    [['already_there'], { retry: 'library_unavailable' }],
    [['already_there', 'unknown_title'], { attention: 'metadata_unresolved' }],
    [['unknown_title'], { attention: 'metadata_unresolved' }],
    [['root_folder', 'quality_profile'], { attention: 'request_unavailable' }],
    [['quality_profile'], { attention: 'request_unavailable' }],
    [['folder_taken'], { attention: 'request_unavailable' }],
    [['other'], { attention: 'request_unavailable' }],
  ])('%s', (objections, outcome) => {
    expect(refusedOutcome(objections, NAMES)).toMatchObject(outcome)
    expect(refusedOutcome(objections, NAMES)).toMatchObject({ message: expect.stringMatching(/Radarr.*\.$/) })
  })
})
