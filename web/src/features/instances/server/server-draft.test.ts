import { expect, it } from 'vitest'
import { libraryChoices, serverChangeOf, serverDraftOf } from './server-draft.ts'

const config = {
  public_address: 'https://app.plex.tv',
  library_ids: ['1', '2'],
  machine_identifier: 'm1',
  auto_approve: true,
}

it('1/I replaces the whole configuration and loses nothing of it', () => {
  expect(serverChangeOf('invite_server', serverDraftOf(config), config)).toEqual({
    ...config,
    video_apps: { ios: '' },
  })
})

it('1/I empty means all libraries', () => {
  const draft = { ...serverDraftOf(config), all_libraries: true }
  expect(serverChangeOf('account_server_a', draft, config)).toMatchObject({ library_ids: [] })
  expect(serverDraftOf({ public_address: '', library_ids: [] }).all_libraries).toBe(true)
})

it('1/I each type sends only what it has', () => {
  const draft = serverDraftOf(undefined)
  expect(Object.keys(serverChangeOf('audiobook_server', draft, undefined))).toEqual([
    'public_address',
    'library_ids',
    'listening_apps',
  ])
  expect(Object.keys(serverChangeOf('account_server_b', draft, undefined))).toEqual([
    'public_address',
    'library_ids',
    'video_apps',
  ])
})

it('keeps a selected library that the server no longer lists', () => {
  expect(libraryChoices([{ id: '1', name: 'Films' }], ['1', '9'])).toEqual([
    { id: '1', name: 'Films' },
    { id: '9', name: '' },
  ])
})
