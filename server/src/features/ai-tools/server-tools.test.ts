import { describe, expect, it } from 'vitest'
import { asRefusal } from '#http/errors.ts'
import { parseInput } from '#http/validation.ts'
import { createScrubber } from '#kit/scrub.ts'
import { createServerTools } from './server-tools.ts'
import { TOOLS } from './tools/index.ts'

const SCOPE = {
  instance: { id: 'here', service_type: 'movie_manager' },
  signal: new AbortController().signal,
} as const

/** Notes every function that a tool reaches, and with which scope. */
function buildTools() {
  const reached: { name: string; scope: Record<string, unknown> }[] = []
  const record = (names: readonly string[], place: number) =>
    Object.fromEntries(
      names.map(name => [
        name,
        async (...given: Record<string, unknown>[]) => {
          reached.push({ name, scope: given[place] ?? {} })
          throw new Error('nothing is read here')
        },
      ]),
    )
  const reads = record(
    [
      'daysAhead',
      'queue',
      'diagnose',
      'health',
      'titles',
      'history',
      'seasonTimeline',
      'recordTimeline',
      'files',
      'settings',
      'disks',
      'importCandidates',
    ],
    0,
  )
  const actions = record(
    [
      'triggerSearch',
      'rescanMedia',
      'searchReleases',
      'grabRelease',
      'removeQueueItem',
      'remediateQueueItem',
      'executeManualImport',
    ],
    0,
  )
  const configuration = record(
    ['readProfiles', 'readFormats', 'previewProfile', 'proposeProfile', 'applyProfile', 'upsertFormat'],
    1,
  )
  const server_tools = createServerTools({
    tools: TOOLS,
    parseInput,
    asRefusal,
    operations: { reads, actions } as never,
    configuration: configuration as never,
    scrubber: createScrubber(),
  })
  return { server_tools, reached }
}

/** Inputs that a model may write to reach another library. */
const INPUTS = [
  {},
  { media_type: 'movie', instance_id: 'elsewhere' },
  { media_type: 'tv', tmdb_id: 1, season_number: 1, instance_id: 'elsewhere' },
  { tmdb_id: 1, season_number: 1 },
  { book_id: 1 },
  { album_id: 1 },
  { media_type: 'movie', tmdb_id: 1 },
  { media_type: 'movie', queue_id: 1 },
  { media_type: 'movie', queue_id: 1, action: 'remove' },
  { media_type: 'movie', section: 'indexers', service: 'tv_manager' },
  { service: 'tv_manager', instance_id: 'elsewhere' },
  { service: 'movie_manager', section: 'indexers' },
]

describe('tools for work of the server itself (C46)', () => {
  it('offers exactly the read tools of C46, without the choice of a library', () => {
    const { server_tools } = buildTools()
    expect(server_tools.offered.map(({ name }) => name).toSorted()).toEqual(
      [
        'diagnose_queue',
        'get_manual_import_candidates',
        'search_releases',
        'get_queue',
        'get_history',
        'get_library',
        'get_library_health',
        'get_episode_timeline',
        'get_book_timeline',
        'get_album_timeline',
        'get_media_file_details',
        'get_service_config',
        'get_quality_profiles',
        'get_custom_formats',
      ].toSorted(),
    )
    for (const { input_schema } of server_tools.offered)
      expect(JSON.stringify(input_schema)).not.toContain('instance_id')
  })

  it('reaches one library with every tool and every input, and changes nothing', async () => {
    const { server_tools, reached } = buildTools()
    for (const { name } of TOOLS)
      for (const input of INPUTS) expect((await server_tools.call(name, input, SCOPE)).ok).toBe(false)
    expect(new Set(reached.map(({ name }) => name))).toEqual(
      new Set([
        'queue',
        'diagnose',
        'health',
        'titles',
        'history',
        'seasonTimeline',
        'recordTimeline',
        'files',
        'settings',
        'importCandidates',
        'searchReleases',
        'readProfiles',
        'readFormats',
      ]),
    )
    for (const { scope } of reached) expect(scope['instance_id']).toBe('here')
    for (const { name, scope } of reached)
      if (name.startsWith('read')) expect(scope['service']).toBe('movie_manager')
  })

  it.each([...TOOLS.filter(tool => tool.hint !== 'read').map(tool => tool.name), 'conclude_issue', ''])(
    'does not know %j',
    async name => {
      const { server_tools, reached } = buildTools()
      expect(await server_tools.call(name, { queue_id: 1, media_type: 'movie' }, SCOPE)).toMatchObject({
        ok: false,
        code: 'tool_not_available',
      })
      expect(reached).toEqual([])
    },
  )
})
