import { describe, expect, it } from 'vitest'
import { LIBRARY_MANAGERS, MANAGER_OF, MEDIA_SERVERS, MEDIA_TYPES, mediaTypeOf } from './instance-types.ts'

describe('media types and their library managers', () => {
  it('gives every media type a manager of its own, and uses every manager', () => {
    expect(MEDIA_TYPES.map(type => MANAGER_OF[type])).toEqual(LIBRARY_MANAGERS)
  })

  it.each(MEDIA_TYPES)('finds the way back: %s', type => {
    expect(mediaTypeOf(MANAGER_OF[type])).toBe(type)
  })

  it.each([...MEDIA_SERVERS, 'transcoder', 'a_type_of_tomorrow', ''])(
    'knows no media type for "%s"',
    type => {
      expect(mediaTypeOf(type)).toBeUndefined()
    },
  )
})
