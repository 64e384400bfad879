import { describe, expect, it } from 'vitest'
import type { AddObjection } from '#ports/courier-shelf.ts'
import { placeWishes } from './delivery-default-rules.ts'
import { choosePlace, refusedOutcome } from './shelf-rules.ts'

const NAMES = { product: 'Radarr', instance_name: 'Movies' }
const options = (quality_profiles: number[], ...accessible: boolean[]) => ({
  quality_profiles,
  root_folders: accessible.map((one, n) => ({ path: `/${n}`, accessible: one })),
})

describe('where a new title goes (1/4.8)', () => {
  it.each([
    [[4, 5], [5, 4], 5],
    [[4, 5], [9, 5], 5],
    [[4, 5], [9, 0], 4],
    [[4, 5], [0], 4],
  ])('of the profiles %s the wishes %s get %s', (profiles, wishes, quality_profile_id) => {
    const place = { root_folder: '/1', quality_profile_id }
    expect(choosePlace(options(profiles, false, true, true), wishes, NAMES)).toEqual({ place })
  })

  it.each([
    ['a wish ranks above the default', [9, 5], 4, 5],
    ['wishes that the manager lacks do not', [9, 0], 5, 5],
    ['the default ranks above the first', [], 5, 5],
  ])('C59: %s', (_, wishes, quality_profile_id, chosen) => {
    expect(choosePlace(options([4, 5], true), wishes, NAMES, { quality_profile_id })).toEqual({
      place: { root_folder: '/0', quality_profile_id: chosen },
    })
  })

  it('C59: the default folder is taken as the manager writes it', () => {
    const place = { root_folder: '/1', quality_profile_id: 4 }
    expect(choosePlace(options([4], true, true), [], NAMES, { root_folder: '/1/' })).toEqual({ place })
  })

  it.each([
    ['a folder that is gone', { root_folder: '/9' }],
    ['a folder out of reach', { root_folder: '/0' }],
    ['a profile that is gone', { quality_profile_id: 9 }],
  ])('C59: a default is never replaced in silence: %s', (_, defaults) => {
    const message = expect.stringMatching(/Radarr.*Movies.*try again\.$/)
    expect(choosePlace(options([4], false, true), [], NAMES, defaults)).toEqual({
      outcome: { attention: 'delivery_default_missing', message },
    })
  })

  it('a folder chosen for the request ranks above the default, and is as little replaced', () => {
    const both = options([4], true, true, false)
    const wishes = (root_folder: string | null, defaults = { root_folder: '/0' }) =>
      placeWishes(defaults, { root_folder, quality_profile_id: null })
    expect(choosePlace(both, [], NAMES, wishes('/1'))).toMatchObject({ place: { root_folder: '/1' } })
    for (const path of ['/2', '/9']) {
      expect(choosePlace(both, [], NAMES, wishes(path))).toMatchObject({
        outcome: { attention: 'delivery_default_missing', message: expect.stringContaining('this request') },
      })
    }
    expect(choosePlace(both, [], NAMES, wishes(null, { root_folder: '/1' }))).toMatchObject({
      place: { root_folder: '/1' },
    })
  })

  it('a profile chosen for the request ranks above everything, and is as little replaced (C59)', () => {
    const wishes = (quality_profile_id: number) =>
      placeWishes({ quality_profile_id: 4 }, { root_folder: null, quality_profile_id })
    expect(choosePlace(options([4, 5, 6], true), [6], NAMES, wishes(5))).toMatchObject({
      place: { quality_profile_id: 5 },
    })
    expect(choosePlace(options([4, 6], true), [6], NAMES, wishes(5))).toMatchObject({
      outcome: { attention: 'delivery_default_missing', message: expect.stringContaining('this request') },
    })
  })

  it('C59: a default that nothing uses may be missing', () => {
    const chosen = choosePlace(options([4, 5], true), [5], NAMES, { quality_profile_id: 9 })
    expect(chosen).toMatchObject({ place: { quality_profile_id: 5 } })
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
