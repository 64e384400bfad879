import { describe, expect, it } from 'vitest'
import { newRequest } from './new-request-rules.ts'
import type { Prepared } from '../prepare/request-preparation.ts'
import type { RequestedTitle } from '../select/selection-rules.ts'

const NOW = '2026-11-15T09:00:00.000Z'
const MOVIE: RequestedTitle = {
  media_type: 'movie',
  identity: 'movie:603',
  title: null,
  search_term: null,
  tmdb_id: 603,
  quality_profile_id: 4,
}
const ALBUM: RequestedTitle = {
  media_type: 'music',
  identity: 'music:a',
  title: null,
  search_term: null,
  foreign_id: 'a',
  catalog_ref: { provider: 'music_catalog', id: 'a' },
}

function prepared(wanted: RequestedTitle, facts: Partial<Prepared> = {}): Prepared {
  const instance = { id: 'in_a', name: 'Library' } as Prepared['instance']
  const none = { title: null, poster_path: null, scope: null, seasons: null, match: null, live: null }
  const policy = {} as Prepared['policy']
  const person = { user_id: 7, role: 'user' as const }
  return { ...none, person, made_by: null, wanted, instance, policy, offered: null, limits: '', ...facts }
}

const rowOf = (wanted: RequestedTitle, facts?: Partial<Prepared>) =>
  newRequest(prepared(wanted, facts), { needs_approval: false, now: NOW })

describe('the row of a new request (1:4.8.1)', () => {
  it.each([
    [
      'by its provider, whatever was sent (C69)',
      { ...MOVIE, title: 'My words' },
      { title: 'Theirs' },
      'Theirs',
    ],
    ['as it was sent while no provider names it', { ...MOVIE, title: 'My words' }, {}, 'My words'],
    ['as its provider calls it', MOVIE, { title: 'Theirs' }, 'Theirs'],
    ['by its number where nobody knows it', MOVIE, {}, 'TMDB 603'],
    ['as it was searched for', { ...ALBUM, search_term: 'blue album' }, {}, 'blue album'],
    ['by its id', ALBUM, {}, 'a'],
    ['by what it is', { ...ALBUM, foreign_id: null }, {}, 'music:a'],
  ])('is named %s', (_how, wanted, facts, title) => {
    expect(rowOf(wanted, facts).title).toBe(title)
  })

  it('C69: is not verified until a provider names it', () => {
    expect(rowOf({ ...MOVIE, title: 'My words' }).title_unverified).toBe(true)
    expect(rowOf(MOVIE, { title: 'Theirs' }).title_unverified).toBe(false)
  })

  it('holds what its medium has, for whoever it is for, with the library as it is called now', () => {
    expect(rowOf(MOVIE, { made_by: 1, poster_path: '/p.jpg' })).toMatchObject({
      user_id: 7,
      made_by: 1,
      tmdb_id: 603,
      foreign_id: null,
      catalog_id: null,
      quality_profile_id: 4,
      root_folder: null,
      poster_path: '/p.jpg',
      instance_id: 'in_a',
      instance_name: 'Library',
      created_at: NOW,
    })
    expect(rowOf(ALBUM)).toMatchObject({
      tmdb_id: null,
      foreign_id: 'a',
      catalog_provider: 'music_catalog',
      catalog_id: 'a',
      quality_profile_id: null,
      root_folder: null,
    })
  })

  it.each([
    [true, 'pending'],
    [false, 'approved'],
  ])('that needs approval: %s is %s', (needs_approval, decision) => {
    const row = newRequest(prepared(MOVIE), { needs_approval, now: NOW })
    expect([row.approval_required, row.decision, row.decided_by]).toEqual([needs_approval, decision, null])
  })
})
