import { readFileSync } from 'node:fs'
import { type Permission, permissionsOf } from '@foyer/contract/permissions'
import type { ToolHint } from '@foyer/contract/tool-access/ai-tools'
import { MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TOOLS } from '#features/ai-tools/tools/index.ts'
import { isSecretName } from '#kit/scrub-patterns.ts'
import { expectOk } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { callTool } from '#test/tools.ts'
import { buildWorld } from '#test/world.ts'

interface Row {
  name: string
  permission: Permission
  hint: ToolHint
  /** Chat alone; both unless said. */
  sources?: ['chat']
}

const rows = (permission: Permission, hint: ToolHint, ...names: string[]): Row[] =>
  names.map(name => ({ name, permission, hint }))

/** The table of 2/4.5. */
const TABLE: Row[] = [
  ...rows('media:discover', 'read', 'search_movies', 'search_tv_shows', 'search_movie_collections'),
  ...rows('media:discover', 'read', 'search_books', 'search_music', 'get_trending', 'browse_titles'),
  ...rows('media:discover', 'read', 'get_movie_details', 'get_tv_details', 'get_recommendations'),
  ...rows('media:discover', 'read', 'display_media'),
  ...rows('media:request', 'read', 'check_request_status', 'get_request_options'),
  ...rows('media:request', 'write', 'request_media'),
  ...rows('media:request', 'read', 'list_my_requests'),
  ...rows('library:read', 'read', 'get_queue', 'diagnose_queue', 'get_library_health', 'get_calendar'),
  ...rows('library:read', 'read', 'get_library', 'get_history', 'get_episode_timeline'),
  ...rows('library:read', 'read', 'get_book_timeline', 'get_album_timeline', 'get_media_file_details'),
  ...rows('library:read', 'read', 'get_service_config'),
  ...rows('system:read', 'read', 'get_disk_space'),
  ...rows('library:search', 'write', 'trigger_search'),
  ...rows('library:search', 'read', 'search_releases'),
  ...rows('downloads:manage', 'write', 'grab_release'),
  ...rows('downloads:manage', 'destructive', 'remove_queue_item'),
  ...rows('downloads:read', 'read', 'get_manual_import_candidates'),
  ...rows('downloads:manage', 'destructive', 'execute_manual_import', 'remediate_queue_item'),
  ...rows('library:search', 'destructive', 'rescan_media'),
  ...rows('instances:manage', 'read', 'list_library_instances', 'get_quality_profiles', 'get_custom_formats'),
  ...rows('instances:manage', 'destructive', 'upsert_custom_format'),
  ...rows('instances:manage', 'write', 'preview_profile_change'),
  { name: 'apply_profile_change', permission: 'instances:manage', hint: 'destructive', sources: ['chat'] },
]

/** Something that each tool for everybody accepts, and what it answers to somebody without any grant. */
const CALLS: Record<string, { input: object; without_grant?: string }> = {
  search_movies: { input: { query: 'the' } },
  search_tv_shows: { input: { query: 'the' } },
  search_movie_collections: { input: { query: 'the' } },
  search_books: { input: { query: 'ledger' }, without_grant: 'no_grant' },
  search_music: { input: { query: 'quay', catalog: 'library' } },
  get_trending: { input: { media_type: 'all', time_window: 'day' } },
  browse_titles: { input: { media_type: 'movie' } },
  get_movie_details: { input: { tmdb_id: MOVIE.with_file } },
  get_tv_details: { input: { tmdb_id: SHOW.with_specials } },
  get_recommendations: { input: { tmdb_id: MOVIE.with_file, media_type: 'movie' } },
  display_media: {
    input: { items: [{ media_type: 'movie', title: 'Paper Lanterns', tmdb_id: MOVIE.with_file }] },
  },
  check_request_status: { input: { media_type: 'movie', tmdb_id: MOVIE.with_file } },
  get_request_options: { input: { media_type: 'book' }, without_grant: 'no_grant' },
  request_media: { input: { media_type: 'movie', tmdb_id: MOVIE.absent } },
  list_my_requests: { input: {} },
}

describe('the list of tools (2/4.5)', () => {
  it('has the permissions, hints, sources and order of the table', () => {
    const built = TOOLS.map(({ name, permission, hint, sources }) => ({
      name,
      permission,
      hint,
      ...(sources && { sources }),
    }))
    expect(built).toEqual(TABLE)
  })

  it('is the table of docs/assistant-tools.md', () => {
    const page = readFileSync(new URL('../../../docs/assistant-tools.md', import.meta.url), 'utf8')
    const documented = [...page.matchAll(/^\| `([a-z_]+)` \| (everybody|admins) \| (\w+) \|/gm)]
    const words = { read: 'reads', write: 'writes', destructive: 'destroys' }
    const expected = TABLE.map(({ name, permission, hint }) => [
      name,
      permissionsOf('user').includes(permission) ? 'everybody' : 'admins',
      words[hint],
    ])
    expect(documented.map(([, ...cells]) => cells)).toEqual(expected)
  })

  it.each(TOOLS)('$name describes itself, and names nothing that the scrubber would remove', tool => {
    expect(tool.name).toMatch(/^[a-z]+(_[a-z]+)+$/)
    expect(tool.title).toMatch(/^[A-Z]\S/)
    expect(tool.description).toMatch(/^.{40,}[.]$/s)
    expect(`${tool.name} ${JSON.stringify(z.toJSONSchema(tool.input, { io: 'input' }))}`).not.toMatch(
      /radarr|sonarr|lidarr|chaptarr|readarr/i,
    )
    for (const io of ['input', 'output'] as const) {
      const schema = z.toJSONSchema(io === 'input' ? tool.input : tool.output, { io })
      expect(schema.type).toBe('object')
      expect(propertiesIn(schema).filter(isSecretName)).toEqual([])
    }
  })
})

/** The names of all properties in a schema, at any depth. */
function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema && schema.properties ? Object.keys(schema.properties) : []
  return [...own, ...Object.values(schema).flatMap(propertiesIn)]
}

/** One server for the whole file. Tools are only called with what all of these people may have. */
const world = shareAmongTests(() =>
  buildWorld({
    products: ['tmdb', 'trakt'],
    instances: ['movies', 'series', 'music', 'books'],
    users: ['uma', 'nora'],
    kids: ['kim'],
    grants: { uma: ['music', 'books'], kim: ['music', 'books'] },
  }),
)

const PERSONS = ['kim', 'uma', 'nora', 'admin'] as const

describe.each(TOOLS)('$name', ({ name, permission }) => {
  const isForUsers = permissionsOf('user').includes(permission)
  const { input, without_grant } = CALLS[name] ?? { input: {} }

  it('has an entry here if it is for everybody', () => {
    expect(name in CALLS).toBe(isForUsers)
  })

  it('is not for anybody without a session', async () => {
    const call = callTool(world().app, { device_id: 'no-such-device' }, name, input)
    await expect(call).rejects.toMatchObject({ code: 'session_revoked' })
  })

  it.each(PERSONS)('is for %s by permission alone', async person => {
    const { app, admin, users } = world()
    const session = person === 'admin' ? admin : users[person]
    const may = person === 'admin' || isForUsers
    const result = await callTool(app, session, name, input, { source: 'chat' })
    const code = result.ok ? 'ok' : result.code
    if (!may) expect(code).toBe('tool_not_available')
    else if (person === 'nora' && without_grant) expect(code).toBe(without_grant)
    else if (isForUsers) expect([code, result.text]).toEqual(['ok', result.text])
    else expect(code).not.toBe('tool_not_available')
    const listed = await app.tools.list(session.user.role, 'mcp')
    const isChatOnly = TABLE.some(row => row.name === name && row.sources)
    expect(listed.some(tool => tool.name === name)).toBe(may && !isChatOnly)
  })

  it('is for nobody while it is turned off', async () => {
    const { app, admin, users, asAdmin } = world()
    const put = (enabled: boolean) => asAdmin('PUT', `/api/admin/ai-tools/${name}`, { enabled })
    expectOk(await put(false))
    for (const session of [admin, users.uma, users.nora, users.kim]) {
      expect(await callTool(app, session, name, input)).toMatchObject({ code: 'tool_not_available' })
      expect((await app.tools.list(session.user.role, 'mcp')).map(tool => tool.name)).not.toContain(name)
    }
    expectOk(await put(true))
  })
})
