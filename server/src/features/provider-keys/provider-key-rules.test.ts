import { describe, expect, it } from 'vitest'
import { isPossibleKey } from '#kit/possible-key.ts'
import { submittedKeys, isMetadataKey, keyInForce, presentKeys } from './provider-key-rules.ts'

const none = { tmdb_access_token: '', list_provider_client_id: '' }
const nothing = { tmdb_access_token: undefined, list_provider_client_id: undefined }

describe('provider keys (2/4.7)', () => {
  it.each([
    ['nothing', none, nothing, [false, false], null],
    ['a saved key', { ...none, tmdb_access_token: 'mine' }, nothing, [true, false], 'mine'],
    ['the environment alone', none, { ...nothing, tmdb_access_token: 'env' }, [false, true], 'env'],
    [
      'both, where the saved one counts',
      { ...none, tmdb_access_token: 'mine' },
      { ...nothing, tmdb_access_token: 'env' },
      [true, false],
      'mine',
    ],
  ])('says what is there with %s', (_what, saved, environment, [present, builtin], key) => {
    const answer = presentKeys(saved, environment)
    expect([answer.tmdb_access_token, answer.tmdb_using_builtin]).toEqual([present, builtin])
    expect(answer.credentials).toEqual({
      tmdb_access_token: present,
      list_provider_client_id: false,
    })
    expect(answer.list_provider_using_builtin).toBe(false)
    expect(keyInForce('tmdb_access_token', saved, environment)).toBe(key)
    expect(JSON.stringify(answer)).not.toContain('mine')
  })

  it('0.3: takes blank and omitted secrets for "keep it"', () => {
    expect(submittedKeys({})).toEqual([])
    expect(submittedKeys({ tmdb_access_token: '  ', list_provider_client_id: undefined })).toEqual([])
    expect(submittedKeys({ tmdb_access_token: ' abc ', list_provider_client_id: 'x' })).toEqual([
      { key: 'tmdb_access_token', value: 'abc' },
      { key: 'list_provider_client_id', value: 'x' },
    ])
  })

  it.each([
    ['0123456789abcdef0123456789abcdef', true],
    ['eyJhbGciOiJIUzI1NiJ9.c2lt.dG1kYg', true],
    ['two words', false],
    ['line\nbreak', false],
    ['schlüssel', false],
  ])('knows whether %j can be a key', (value, possible) => {
    expect(isPossibleKey(value)).toBe(possible)
  })

  it('knows its keys', () => {
    expect(['tmdb_access_token', 'constructor', ''].map(isMetadataKey)).toEqual([true, false, false])
  })
})
