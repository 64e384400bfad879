import type { ServiceType } from '@foyer/contract/instances/instance-types'
import type { InstanceChange } from '@foyer/contract/instances/instances'
import { describe, expect, it } from 'vitest'
import { acceptUrl, fieldProblems, isUnderRoot, nameKey, needsKey } from './instance-field-rules.ts'
import { offersDownloads, serverConfigOf } from './server-config-rules.ts'

describe('addresses (1/I)', () => {
  it.each([
    ['http://manager:7878', 'http://manager:7878'],
    ['http://manager:7878/', 'http://manager:7878'],
    ['https://media.example.org/radarr//', 'https://media.example.org/radarr'],
    ['HTTP://Manager:80/x', 'http://manager/x'],
    ['http://[fd00::1]:7878', 'http://[fd00::1]:7878'],
  ])('takes %s', (given, stored) => expect(acceptUrl(given)).toBe(stored))

  it.each([
    '',
    'manager:7878',
    'ftp://manager',
    'http://user@manager',
    'http://u:p@manager',
    'http://manager?x=1',
    'http://manager/?',
    'http://manager#top',
    'http:manager',
    'http://',
    'http://man ager',
    'http:\\\\manager',
    'javascript:alert(1)',
  ])('refuses %j', given => expect(acceptUrl(given)).toBeNull())
})

it('compares names without case (1/I)', () => {
  expect(nameKey(' Movies 4K ')).toBe(nameKey('movies 4k'))
})

describe('fields that only some kinds have (1/I)', () => {
  const roots = ['/media', '/srv/books']
  const problems = (type: ServiceType, change: InstanceChange) =>
    Object.keys(fieldProblems(type, change, roots))
  const mapping = (source_path: string, local_path: string) => ({
    media_path_mappings: [{ source_path, local_path }],
  })

  it.each<[ServiceType, InstanceChange, string[]]>([
    ['movie_manager', { service_type: 'movie_manager' }, []],
    ['movie_manager', { service_type: 'tv_manager' }, ['service_type']],
    ['movie_manager', { clear_api_key: true }, ['clear_api_key']],
    ['movie_manager', { clear_api_key: false }, []],
    ['transcoder', { clear_api_key: true }, []],
    ['transcoder', { clear_api_key: true, api_key: 'x' }, ['clear_api_key']],
    ['transcoder', { clear_api_key: true, api_key: '' }, []],
    ['invite_server', { link_pin: 'p' }, []],
    ['invite_server', { link_pin: 'p', api_key: 'x' }, ['link_pin']],
    ['account_server_a', { link_pin: 'p' }, ['link_pin']],
    ['movie_manager', { server_config: {} }, ['server_config']],
    ['account_server_a', { server_config: { public_address: 'watch' } }, ['server_config.public_address']],
    ['account_server_a', { server_config: { public_address: '' } }, []],
    ['account_server_a', { media_path_mappings: [] }, []],
    ['account_server_a', mapping('/data', '/media'), ['media_path_mappings']],
    ['movie_manager', mapping('/data', '/media/movies'), []],
    ['book_manager', mapping('D:\\Books', '/srv/books'), []],
    ['book_manager', mapping('\\\\nas\\books', '/srv/books/all'), []],
    ['movie_manager', mapping('data', '/media'), ['media_path_mappings.0.source_path']],
    ['movie_manager', mapping('/data', '/media2'), ['media_path_mappings.0.local_path']],
    ['movie_manager', mapping('/data', '/media/../etc'), ['media_path_mappings.0.local_path']],
    ['movie_manager', mapping('/data', 'media'), ['media_path_mappings.0.local_path']],
  ])('%s %j', (type, change, expected) => expect(problems(type, change)).toEqual(expected))

  it.each<[ServiceType, InstanceChange, boolean]>([
    ['movie_manager', {}, true],
    ['movie_manager', { api_key: '' }, true],
    ['movie_manager', { api_key: 'k' }, false],
    ['transcoder', {}, false],
    ['invite_server', {}, true],
    ['invite_server', { link_pin: 'p' }, false],
  ])('asks %s with %j for a key: %s', (type, change, expected) =>
    expect(needsKey(type, change)).toBe(expected),
  )
})

describe('downloads (1:4.13)', () => {
  it('counts whole segments beneath a root', () => {
    expect(isUnderRoot('/media', ['/media'])).toBe(true)
    expect(isUnderRoot('/media/a', ['/media'])).toBe(true)
    expect(isUnderRoot('/mediathek', ['/media'])).toBe(false)
    expect(isUnderRoot('/media/./a', ['/media'])).toBe(false)
    expect(isUnderRoot('/media', [])).toBe(false)
  })

  it('are on only with a mapping beneath a root', () => {
    const instance = (local_path: string) => ({
      service_type: 'movie_manager' as const,
      media_path_mappings: [{ source_path: '/data', local_path }],
    })
    expect(offersDownloads(instance('/media/movies'), ['/media'])).toBe(true)
    expect(offersDownloads(instance('/media/movies'), [])).toBe(false)
    expect(offersDownloads({ ...instance('/media'), media_path_mappings: [] }, ['/media'])).toBe(false)
    expect(offersDownloads({ ...instance('/media'), service_type: 'transcoder' }, ['/media'])).toBe(false)
  })
})

describe('the configuration of media servers (1/I)', () => {
  it.each<[ServiceType, unknown]>([
    ['movie_manager', null],
    ['transcoder', null],
    ['account_server_a', { public_address: '', library_ids: [] }],
    ['account_server_b', { public_address: '', library_ids: [] }],
    [
      'audiobook_server',
      { public_address: '', library_ids: [], listening_apps: { ios: 'browser', android: 'browser' } },
    ],
    ['invite_server', { public_address: 'https://app.plex.tv', library_ids: [], auto_approve: false }],
  ])('%s has its defaults', (type, expected) => expect(serverConfigOf(type, {})).toEqual(expected))

  it('keeps what belongs to the kind and drops the rest', () => {
    const given = {
      public_address: 'https://watch.example.org/',
      library_ids: ['a', 'a', 'b'],
      auto_approve: true,
      machine_identifier: 'm',
      video_apps: { ios: 'alt_player' },
      listening_apps: { ios: 'official', android: 'browser' },
    } as const
    const common = { public_address: 'https://watch.example.org', library_ids: ['a', 'b'] }
    const change = { ...given, library_ids: [...given.library_ids] }
    expect(serverConfigOf('account_server_a', change)).toEqual({ ...common, video_apps: given.video_apps })
    expect(serverConfigOf('audiobook_server', change)).toEqual({
      ...common,
      listening_apps: given.listening_apps,
    })
    expect(serverConfigOf('invite_server', change)).toEqual({
      ...common,
      machine_identifier: 'm',
      auto_approve: true,
      video_apps: given.video_apps,
    })
    expect(serverConfigOf('invite_server', { public_address: '' })?.public_address).toBe('')
    expect(serverConfigOf('invite_server', {}, { machine_identifier: 'found' })).toMatchObject({
      machine_identifier: 'found',
    })
  })
})
