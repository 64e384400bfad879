import type { AppConfig } from '@foyer/contract/app-config'
import { describe, expect, it } from 'vitest'
import { libraryToName } from './libraries.ts'

function configWith(...ids: string[]) {
  return {
    instances: ids.map(id => ({ id, name: id, service_type: 'movie_manager', is_default: false })),
  } as unknown as AppConfig
}

const ROW = { media_type: 'movie', instance_id: 'hd', instance_name: 'Movies' } as const

describe('the library of a request', () => {
  it('is not named where it is the only one', () => {
    expect(libraryToName(configWith('hd'), ROW)).toBeUndefined()
  })

  it('is named beside others', () => {
    expect(libraryToName(configWith('hd', '4k'), ROW)).toBe('Movies')
  })

  it('is named if it is not the only one connected', () => {
    expect(libraryToName(configWith('4k'), ROW)).toBe('Movies')
  })
})
