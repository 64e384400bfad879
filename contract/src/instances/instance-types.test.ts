import { describe, expect, it } from 'vitest'
import {
  hasGlobalDefault,
  isLibraryManager,
  isMediaServer,
  isServiceType,
  isVideoServer,
  LIBRARY_MANAGERS,
  MANAGER_OF,
  MEDIA_SERVERS,
  MEDIA_TYPES,
  mediaTypeOf,
  SERVICE_TYPES,
} from './instance-types.ts'

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

describe('the kinds of services', () => {
  const typesThat = (is: (type: string) => boolean) => [...SERVICE_TYPES, 'a_type_of_tomorrow', ''].filter(is)

  it('are told apart by their types', () => {
    expect(typesThat(isServiceType)).toEqual(SERVICE_TYPES)
    expect(typesThat(isLibraryManager)).toEqual(LIBRARY_MANAGERS)
    expect(typesThat(isMediaServer)).toEqual(MEDIA_SERVERS)
    expect(typesThat(isVideoServer)).toEqual(['account_server_a', 'account_server_b', 'invite_server'])
    expect(typesThat(hasGlobalDefault)).toEqual(['movie_manager', 'tv_manager'])
  })
})
