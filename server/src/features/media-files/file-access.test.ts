import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '@foyer/contract/permissions'
import { describe, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import type { ManagerRecord } from '#features/instances/index.ts'
import { createTestLog } from '#test/test-log.ts'
import { createTestClock } from '#test/test-clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { temporaryFolder } from '#test/engines.ts'
import { createFileAccess, diskFault } from './file-access.ts'
import type { MediaFileParts } from './media-file-parts.ts'

const NOW = '2026-11-15T09:00:00.000Z'
const ASKED = { instance_id: 'in_a', file_id: 5 }

/** A library with one file, and a kid who may have it; both can change while others are asked. */
function setUp() {
  const root = temporaryFolder('media-')
  mkdirSync(join(root, 'films'))
  writeFileSync(join(root, 'films', 'a.mkv'), 'film')
  const manager: ManagerRecord = {
    id: 'in_a',
    service_type: 'movie_manager',
    name: 'Movies',
    name_key: 'movies',
    url: 'http://a',
    api_key_box: null,
    is_default: true,
    sort_order: 0,
    media_path_mappings: [{ source_path: '/movies', local_path: join(root, 'films') }],
    server_config: null,
    delivery_defaults: {},
    created_at: NOW,
    updated_at: NOW,
  }
  const state = {
    visible: [manager],
    person: { user_id: 1, role: 'user' as Role } as { user_id: number; role: Role } | null,
    /** Comes to pass while the manager looks for the file, or for its title. */
    duringFind: () => {},
    duringJudging: () => {},
  }
  const movies = {
    find: async () => {
      state.duringFind()
      return { file_id: 5, record_id: 1, path: '/movies/a.mkv', size_bytes: 4 }
    },
    parent: async () => {
      state.duringJudging()
      return { kind: 'movie' as const, tmdb_id: 7, certification: 'PG', genres: [] }
    },
    ofRecords: async () => [],
    places: async () => [],
  }
  const parts = {
    database: { read: null } as unknown as Database, // Read by the inventory alone, which is ours here.
    clock: createTestClock(),
    log: createTestLog(),
    inventory: {
      visibleTo: async (_db: unknown, { role }: { role: Role }) =>
        state.visible.filter(one => role === 'admin' || one.is_default),
      connectionOf: ({ url }: { url: string }) => ({ url, api_key: 'key' }),
      media_roots: [root],
    },
    files: { movie_manager: movies },
    kids: { isLimited: async () => true, assertAllowed: async () => {} },
  } as unknown as MediaFileParts // What reaching a file asks of the others.
  const who = async () => {
    if (!state.person) throw new Refusal('ticket_invalid')
    return state.person
  }
  const reach = async () => {
    const { handle, size } = await createFileAccess(parts).reach(who, ASKED)
    await handle.close()
    return size
  }
  return { state, manager, reach, second: { ...manager, id: 'in_a', is_default: false } }
}

const refused = async (reaching: Promise<unknown>) =>
  reaching.then(
    () => 'given',
    (error: unknown) => (error instanceof Refusal ? error.code : 'failed'),
  )

describe('what changes while a file is reached (1:4.13 rules 1 and 4)', () => {
  it('is given when nothing does', async () => {
    expect(await setUp().reach()).toBe(4)
  })

  const changes: [string, (at: ReturnType<typeof setUp>) => void, string][] = [
    ['the person is deleted', ({ state }) => (state.person = null), 'ticket_invalid'],
    ['the library is deleted', ({ state }) => (state.visible = []), 'instance_forbidden'],
    ['the grant is revoked', ({ state, second }) => (state.visible = [second]), 'instance_forbidden'],
    [
      'the mapping is removed',
      ({ state, manager }) => (state.visible = [{ ...manager, media_path_mappings: [] }]),
      'downloads_disabled',
    ],
    [
      'the mapping leads elsewhere',
      ({ state, manager }) =>
        (state.visible = [
          {
            ...manager,
            media_path_mappings: manager.media_path_mappings.map(one => ({ ...one, source_path: '/films' })),
          },
        ]),
      'file_unavailable',
    ],
    [
      'the library becomes another',
      ({ state, manager }) => (state.visible = [{ ...manager, url: 'http://b' }]),
      'file_unavailable',
    ],
  ]
  it.each(changes)('is refused when %s meanwhile', async (_what, change, code) => {
    for (const moment of ['duringFind', 'duringJudging'] as const) {
      const at = setUp()
      at.state[moment] = () => change(at)
      expect([moment, await refused(at.reach())]).toEqual([moment, code])
    }
  })

  it('is refused when the role goes meanwhile that opened the library', async () => {
    for (const moment of ['duringFind', 'duringJudging'] as const) {
      const { state, second, reach } = setUp()
      state.visible = [second]
      state.person = { user_id: 1, role: 'admin' }
      expect(await refused(reach())).toBe('given')
      state[moment] = () => (state.person = { user_id: 1, role: 'user' })
      expect([moment, await refused(reach())]).toEqual([moment, 'instance_forbidden'])
    }
  })
})

it('a disk that cannot tell is 503, and its complaint names no path, not even in the log (1:4.13 rule 5)', () => {
  const path = '/srv/media/Private Film (2024)/a.mkv'
  const complaint = Object.assign(new Error(`EIO: i/o error, open '${path}'`), { code: 'EIO', path })
  const log = createTestLog()
  try {
    diskFault(complaint)
  } catch (error) {
    const { code, message, details } = error as Refusal // Nothing else is thrown here.
    expect([code, message.includes('media')]).toEqual(['unavailable', false])
    log.warn({ err: details.cause }, 'a request could not be served')
  }
  expect(log.entries).toMatchObject([{ err: { cause: { code: 'EIO' } } }])
  expect(JSON.stringify(log.entries)).not.toContain('Private Film')
})
