import { dropBefore, SETTINGS_SECRETS } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { shareAmongTests } from '#test/engines.ts'
import { buildLibraries, MANAGERS, mediaOf } from '#test/library-tools.ts'
import { callTool, toolRefusal } from '#test/tools.ts'

const shared = shareAmongTests(buildLibraries)

describe.each(MANAGERS)('a download of the %s manager', name => {
  const media_type = mediaOf(name)

  it('is a row of the queue with its title and progress', async () => {
    const { managers, one } = shared()
    const { manager, start, instance_id } = managers[name]
    const { download_id } = start()
    const queue = await one('get_queue', { media_type, instance_id })
    expect(queue).toMatchObject({ status_known: true, media_type, instance_id })
    expect(queue.items).toHaveLength(name === 'tv' ? 2 : 1)
    expect(queue.items[0]).toMatchObject({
      queue_id: expect.any(Number),
      title: expect.stringMatching(/\w/),
      status: 'downloading',
      condition: 'ok',
      progress_percent: 0,
      seconds_left: expect.any(Number),
      messages: [],
    })
    manager.finishDownload(download_id)
    expect((await one('get_queue', { media_type, instance_id })).items).toEqual([])
  })

  it('is diagnosed: why it was not imported, and which tool comes next', async () => {
    const { managers, one } = shared()
    const { manager, start, instance_id } = managers[name]
    const { download_id } = start()
    manager.stickDownload(download_id, 'Unable to parse file')
    const { items } = await one('diagnose_queue', { media_type, instance_id })
    expect(items).toMatchObject([
      {
        row_count: name === 'tv' ? 2 : 1,
        severity: 'problem',
        summary: 'The manager cannot tell from the name what the file is.',
        problems: [{ problem: 'unparseable_file', messages: ['Unable to parse file'] }],
        progress_percent: 100,
        next_step: {
          tool: 'get_manual_import_candidates',
          input: { queue_id: items[0].queue_id, media_type },
        },
      },
    ])
    manager.finishDownload(download_id)
  })

  it('is diagnosed when its client complains, it is held back, or matches no title', async () => {
    const { managers, one } = shared()
    const { manager, start, instance_id } = managers[name]
    const { download_id } = start()
    const diagnose = async () => (await one('diagnose_queue', { media_type, instance_id })).items
    manager.troubleDownload(download_id, {
      status: 'warning',
      condition: 'warning',
      error: 'The download is stalled with no connections',
      progress: 0.5,
    })
    expect(await diagnose()).toMatchObject([
      {
        progress_percent: 50,
        problems: [{ problem: 'stalled' }],
        next_step: { tool: 'remediate_queue_item' },
      },
    ])
    manager.troubleDownload(download_id, { status: 'delay' })
    expect(await diagnose()).toMatchObject(
      Array.from({ length: name === 'tv' ? 2 : 1 }, () => ({
        severity: 'waiting',
        problems: [{ problem: 'held_by_delay_profile' }],
      })),
    )
    const state = name === 'movie' || name === 'tv' ? 'failedPending' : 'downloadFailedPending'
    manager.troubleDownload(download_id, { status: 'failed', state, is_unknown: true })
    expect(await diagnose()).toMatchObject([{ title: null, problems: [{ problem: 'download_failed' }] }])
    manager.finishDownload(download_id)
  })

  it('leaves its history, without addresses of indexers', async () => {
    const { app, admin, managers, one } = shared()
    const { manager, start, instance_id } = managers[name]
    // The second import replaces the file of the first.
    for (const _ of [1, 2]) manager.finishDownload(start().download_id)
    const result = await callTool(app, admin, 'get_history', { media_type, limit: 100 })
    expect(result.text).not.toMatch(/passkey|indexer\.invalid/)
    const { libraries } = await shared().call('get_history', { media_type, limit: 100 })
    const own = libraries.find((library: { instance_id: string }) => library.instance_id === instance_id)
    const kinds = own.items.map((event: { kind: string }) => event.kind)
    expect(kinds).toEqual(expect.arrayContaining(['grabbed', 'imported', 'file_deleted']))
    expect(own.items.find((event: { kind: string }) => event.kind === 'grabbed').sentence).toMatch(
      /^Grabbed ".+" \(.+\) from .+ with (SAB|qbit)\.$/,
    )
    expect((await one('get_history', { media_type, limit: 1 })).items.length).toBeLessThanOrEqual(1)
  })
})

describe.each(MANAGERS)('the files of a finished download of the %s manager', name => {
  const media_type = mediaOf(name)

  it('are listed with what the manager has against them, by name only', async () => {
    const { app, admin, managers, one, call } = shared()
    const { manager, start, instance_id } = managers[name]
    const { download_id, release } = start()
    manager.stickDownload(download_id, 'Unable to parse file')
    const [{ queue_id }] = (await one('get_queue', { media_type, instance_id })).items
    const found = await call('get_manual_import_candidates', { queue_id, media_type })
    expect(found).toMatchObject({
      instance_id,
      media_type,
      queue_id,
      release: release.title,
      truncated: false,
    })
    expect(found.items[0]).toMatchObject({
      name: expect.stringMatching(/\.\w+$/),
      title: expect.stringMatching(/\w/),
      size_bytes: expect.any(Number),
      quality: release.quality.quality.name,
      rejections: [{ reason: 'Unable to parse file', permanent: true }],
    })
    const result = await callTool(app, admin, 'get_manual_import_candidates', { queue_id, media_type })
    expect(result.text).not.toContain('/downloads')
    manager.finishDownload(download_id)
    const gone = await toolRefusal(app, admin, 'get_manual_import_candidates', { queue_id, media_type })
    expect(gone).toBe('not_found')
  })
})

it('does not guess where a download is that an unreadable library may have', async () => {
  const { app, admin, readarr } = shared()
  readarr.faults.always('* /api/*', dropBefore())
  const input = { queue_id: 12, media_type: 'book' }
  expect(await callTool(app, admin, 'get_manual_import_candidates', input)).toMatchObject({
    ok: false,
    code: 'upstream_failed',
    text: expect.stringMatching(/^Old books could not be read: /),
  })
  readarr.faults.clear()
})

it('says of a release that is held back that nothing was downloaded yet', async () => {
  const { app, admin, managers, one } = shared()
  const { download_id } = managers.movie.start()
  managers.movie.manager.troubleDownload(download_id, { status: 'delay' })
  const [{ queue_id }] = (await one('get_queue', { media_type: 'movie' })).items
  const input = { queue_id, media_type: 'movie' }
  expect(await toolRefusal(app, admin, 'get_manual_import_candidates', input)).toBe('conflict')
  managers.movie.manager.finishDownload(download_id)
})

describe.each(MANAGERS)('the condition of the %s manager', name => {
  const media_type = mediaOf(name)

  it('is reported with what the manager itself says', async () => {
    const { managers, one } = shared()
    const { manager, instance_id } = managers[name]
    const health = () => one('get_library_health', { media_type, instance_id })
    expect((await health()).items).toEqual([])
    manager.health.raise('IndexerStatusCheck', 'warning', 'Indexers unavailable due to failures: NZBarn')
    expect((await health()).items).toEqual([
      {
        level: 'warning',
        source: 'IndexerStatusCheck',
        message: 'Indexers unavailable due to failures: NZBarn',
      },
    ])
    manager.health.clear('IndexerStatusCheck')
  })

  it('includes its disks', async () => {
    const { managers, one } = shared()
    const { items } = await one('get_disk_space', { instance_id: managers[name].instance_id })
    expect(items[0]).toEqual({
      path: expect.stringMatching(/^\//),
      label: '',
      free_bytes: expect.any(Number),
      total_bytes: expect.any(Number),
      free_percent: 37,
    })
  })

  it('shows settings, but no secret of them', async () => {
    const { app, admin, managers } = shared()
    const service = `${media_type}_manager`
    const found: Record<string, Record<string, unknown>[]> = {}
    for (const section of [
      'indexers',
      'delay_profiles',
      'release_profiles',
      'download_clients',
      'remote_path_mappings',
    ]) {
      const result = await callTool(app, admin, 'get_service_config', { service, section })
      if (!result.ok) throw new Error(result.text)
      for (const secret of [...SETTINGS_SECRETS, 'indexer.invalid', 'tracker.invalid'])
        expect(result.text).not.toContain(secret)
      const libraries = result.structured['libraries'] as {
        instance_id: string
        items: Record<string, unknown>[]
      }[]
      found[section] = libraries.find(one => one.instance_id === managers[name].instance_id)?.items ?? []
    }
    expect(found['indexers']).toMatchObject([
      { name: 'NZBarn', protocol: 'usenet', enable_rss: true, settings: { categories: [2000, 5000] } },
      { name: 'TrackerX', settings: { minimum_seeders: 1, seed_ratio: 1.5 } },
    ])
    expect(found['download_clients']).toMatchObject([
      { name: 'SAB', enabled: true, settings: { host: 'sab.invalid', port: 8080, category: 'library' } },
    ])
    expect(found['delay_profiles']).toMatchObject([{ usenet_delay_minutes: 0, preferred_protocol: 'usenet' }])
    expect(found['release_profiles']).toMatchObject([{ enabled: true, ignored: ['CAM', 'TELESYNC'] }])
    expect(found['remote_path_mappings']).toEqual([
      { id: 1, host: 'sab.invalid', remote_path: '/complete/', local_path: '/downloads/' },
    ])
  })
})
