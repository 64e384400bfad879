import { expect, it } from 'vitest'
import { keyState } from './provider-key.ts'

function presence(tmdb: boolean, builtin: boolean) {
  const keys = { tmdb_access_token: tmdb, list_provider_client_id: false }
  return { credentials: keys, ...keys, tmdb_using_builtin: builtin, list_provider_using_builtin: false }
}

it.each([
  [true, false, 'saved'],
  [false, true, 'builtin'],
  [false, false, 'none'],
] as const)('2/4.7 saved %s, from the environment %s: %s', (saved, builtin, state) => {
  expect(keyState(presence(saved, builtin), 'tmdb_access_token')).toBe(state)
  expect(keyState(presence(saved, builtin), 'list_provider_client_id')).toBe('none')
})
