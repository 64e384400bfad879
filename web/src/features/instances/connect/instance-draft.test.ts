import type { Instance } from '@foyer/contract/instances/instances'
import { expect, it } from 'vitest'
import {
  bodyOf,
  candidateOf,
  changeOf,
  draftOf,
  fieldOf,
  gapsOf,
  needsKeyAgain,
  newDraft,
} from './instance-draft.ts'

const plex: Instance = {
  id: 'i1',
  service_type: 'invite_server',
  name: 'Plex',
  url: 'http://plex:32400',
  has_api_key: true,
  is_default: false,
  sort_order: 3,
  media_downloads: false,
  webhook_state: '',
  media_path_mappings: [],
  server_config: { public_address: 'https://app.plex.tv', library_ids: ['7'], auto_approve: true },
  created_at: '2026-11-15T09:00:00.000Z',
  updated_at: '2026-11-15T09:00:00.000Z',
}

it('1/I a saved key is not sent, a typed one is', () => {
  const kept = draftOf(plex)
  expect(candidateOf('invite_server', kept, 'i1')).toEqual({
    service_type: 'invite_server',
    url: 'http://plex:32400',
    id: 'i1',
  })
  expect(candidateOf('invite_server', { ...kept, api_key: 'new' })).toMatchObject({ api_key: 'new' })
})

it('1/I only movie and TV managers have a default', () => {
  expect(bodyOf('movie_manager', newDraft('Radarr'))).toHaveProperty('is_default', false)
  expect(bodyOf('music_manager', newDraft('Lidarr'))).not.toHaveProperty('is_default')
})

it('1/I a link replaces the key and keeps the rest of the configuration', () => {
  const linked = { ...draftOf(plex), api_key: 'typed', link: { pin: 'p1', machine_identifier: 'm1' } }
  const change = changeOf(plex, linked)
  expect(change).toMatchObject({
    link_pin: 'p1',
    server_config: { library_ids: ['7'], auto_approve: true, machine_identifier: 'm1' },
  })
  expect(change).not.toHaveProperty('api_key')
  expect(changeOf(plex, draftOf(plex))).not.toHaveProperty('server_config')
})

it('1/I the key of a transcoder can be removed', () => {
  const draft = { ...newDraft('Tdarr'), url: 'http://tdarr:8265', clear_api_key: true }
  expect(bodyOf('transcoder', draft)).toMatchObject({ clear_api_key: true })
})

it('finds missing fields before anything is sent', () => {
  expect(gapsOf('movie_manager', { ...newDraft(' '), sort_order: 'x' })).toEqual([
    'name',
    'url',
    'api_key',
    'sort_order',
  ])
  expect(gapsOf('transcoder', { ...newDraft('Tdarr'), url: 'http://tdarr' })).toEqual([])
  expect(gapsOf('invite_server', draftOf(plex))).toEqual([])
  expect(gapsOf('invite_server', { ...draftOf(plex), sort_order: '10001' })).toEqual(['sort_order'])
})

it('shows a rejected key at the key field and everything else at the address', () => {
  expect(fieldOf('unauthorized')).toBe('api_key')
  expect(fieldOf('secret_required')).toBe('api_key')
  expect(fieldOf('wrong_service')).toBe('url')
})

it('C67 requires the key again when the address changes', () => {
  const kept = draftOf(plex)
  const at = (url: string, part: object = {}) => needsKeyAgain({ ...kept, url, ...part }, plex)
  expect([at(plex.url), at(`${plex.url}/web`), at('plex:32400'), at('')]).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect([at('https://plex:32400'), at('http://plex:1'), at('other:32400')]).toEqual([true, true, true])
  expect(at('http://other', { link: { pin: 'p1', machine_identifier: 'm1' } })).toBe(false)
  expect(at('http://other', { clear_api_key: true })).toBe(false)
  expect(needsKeyAgain({ ...kept, url: 'http://other' })).toBe(false)
})

it('C67 reports the key as missing after the address changed, until it is typed', () => {
  const moved = { ...draftOf(plex), url: 'http://other:32400' }
  expect(gapsOf('invite_server', moved, plex)).toEqual(['api_key_again'])
  expect(gapsOf('invite_server', { ...moved, api_key: ' ' }, plex)).toEqual(['api_key_again'])
  expect(gapsOf('invite_server', { ...moved, api_key: 'typed' }, plex)).toEqual([])
})

it('accepts an address without a scheme', () => {
  const draft = { ...newDraft('Radarr'), url: ' 127.0.0.1:7878 ', api_key: 'k' }
  expect(candidateOf('movie_manager', draft).url).toBe('http://127.0.0.1:7878')
  expect(bodyOf('movie_manager', draft).url).toBe('http://127.0.0.1:7878')
})
