import { dropAfterCommit, dropBefore, garbage, MOVIE, wrongKey } from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { describe, expect, it } from 'vitest'
import { shareAmongTests } from '#test/engines.ts'
import { openQueue, QUEUED_TYPES } from '#test/manager-queues.ts'
import { callTool, toolRefusal, toolResult } from '#test/tools.ts'
import { buildWorld } from '#test/world.ts'

const NO_ROW = 123_456_789

describe.each(QUEUED_TYPES)('the queue of a %s library (2/4.5, servarr-common.md, 5)', media_type => {
  const shared = shareAmongTests(() =>
    buildWorld({ instances: ['movies', 'series', 'books', 'music'], users: ['uma'] }),
  )

  function open() {
    const world = shared()
    const queue = openQueue(world, media_type)
    const { manager } = queue
    for (const download of manager.downloads()) manager.finishDownload(download.download_id)
    queue.removeFiles()
    Object.assign(manager.downloadClient, { is_configured: true, has_import_category: false, kept: [] })
    manager.stockIndexers(false)
    manager.journal.clear()
    const call = (name: string, input: object) =>
      toolResult(world.app, world.admin, name, { media_type, ...input })
    const refused = (name: string, input: object) =>
      toolRefusal(world.app, world.admin, name, { media_type, ...input })
    const lines = () =>
      world.app.log.entries.filter(entry => entry.msg === 'Library action.').map(({ outcome }) => outcome)
    return { ...world, ...queue, call, refused, lines }
  }

  it.each([
    [
      'remove',
      { removeFromClient: 'true', blocklist: 'false', skipRedownload: 'false', changeCategory: 'false' },
    ],
    [
      'blocklist_search',
      { removeFromClient: 'true', blocklist: 'true', skipRedownload: 'false', changeCategory: 'false' },
    ],
    [
      'blocklist_only',
      { removeFromClient: 'true', blocklist: 'true', skipRedownload: 'true', changeCategory: 'false' },
    ],
    [
      'change_category',
      { removeFromClient: 'false', blocklist: 'false', skipRedownload: 'false', changeCategory: 'true' },
    ],
  ])('sends exactly the flags of %s', async (action, flags) => {
    const { call, manager, beginStuck, isQueued, removals } = open()
    manager.downloadClient.has_import_category = true
    manager.stockIndexers(true)
    const blocked = manager.blocklist().length
    const { download_id, queue_id } = await beginStuck()
    expect(await call('remediate_queue_item', { queue_id, action })).toMatchObject({ outcome: 'done' })
    expect(removals().map(({ query }) => Object.fromEntries(query))).toEqual([flags])
    expect(isQueued(download_id)).toBe(false)
    expect(manager.blocklist().length - blocked).toBe(flags.blocklist === 'true' ? 1 : 0)
    // Only this action makes the manager look for another release.
    expect(manager.downloads().length > 0).toBe(action === 'blocklist_search')
    const kept = action === 'change_category' ? [{ download_id, how: 'category_changed' }] : []
    expect(manager.downloadClient.kept).toEqual(kept)
  })

  it('removes a download, and blocks its release when asked to', async () => {
    const { call, begin, isQueued, removals, manager } = open()
    const first = await begin()
    expect(await call('remove_queue_item', { queue_id: first.queue_id })).toMatchObject({ outcome: 'done' })
    const second = await begin()
    const blocked = manager.blocklist().length
    await call('remove_queue_item', { queue_id: second.queue_id, blocklist: true })
    expect([isQueued(first.download_id), isQueued(second.download_id)]).toEqual([false, false])
    expect(removals().map(({ query }) => query.get('blocklist'))).toEqual(['false', 'true'])
    expect(manager.blocklist()).toHaveLength(blocked + 1)
  })

  it('refuses a row that is gone, and a client without the category, before anything is sent', async () => {
    const { refused, begin, removals } = open()
    const { queue_id } = await begin()
    expect(await refused('remove_queue_item', { queue_id: NO_ROW })).toBe('not_found')
    expect(await refused('execute_manual_import', { queue_id: NO_ROW })).toBe('not_found')
    expect(await refused('remediate_queue_item', { queue_id, action: 'change_category' })).toBe('conflict')
    expect(removals()).toEqual([])
  })

  it('says that the download client is gone, and removes nothing', async () => {
    const { refused, begin, manager, isQueued } = open()
    const { download_id, queue_id } = await begin()
    manager.downloadClient.is_configured = false
    expect(await refused('remove_queue_item', { queue_id })).toBe('conflict')
    expect(isQueued(download_id)).toBe(true)
  })

  it('reports a lost answer as unknown, and never sends the removal again', async () => {
    const { call, begin, manager, api, isQueued, removals, lines } = open()
    const done = await begin()
    manager.faults.next(`DELETE ${api}/queue/:id`, dropAfterCommit(), dropBefore(), garbage('html'))
    expect(await call('remove_queue_item', { queue_id: done.queue_id })).toMatchObject({
      outcome: 'outcome_unknown',
      next_step: expect.stringContaining('get_queue'),
    })
    const undone = await begin()
    expect(await call('remove_queue_item', { queue_id: undone.queue_id })).toMatchObject({
      outcome: 'outcome_unknown',
    })
    expect([isQueued(done.download_id), isQueued(undone.download_id)]).toEqual([false, true])
    // A page from something in between, such as a proxy, does not confirm it either.
    expect(await call('remove_queue_item', { queue_id: undone.queue_id })).toMatchObject({
      outcome: 'outcome_unknown',
    })
    expect(removals()).toHaveLength(3)
    expect(lines().slice(-3)).toEqual(['outcome_unknown', 'outcome_unknown', 'outcome_unknown'])
  })

  it('says that the library refused the stored key', async () => {
    const { refused, begin, manager, api, isQueued } = open()
    const { download_id, queue_id } = await begin()
    manager.faults.next(`DELETE ${api}/queue/:id`, wrongKey())
    expect(await refused('remove_queue_item', { queue_id })).toBe('upstream_rejected')
    expect(isQueued(download_id)).toBe(true)
  })

  it('does not take a queue that cannot be read for an empty one', async () => {
    const { refused, manager, api } = open()
    manager.faults.next(`GET ${api}/queue/details`, garbage())
    expect(await refused('remove_queue_item', { queue_id: NO_ROW })).toBe('upstream_failed')
  })

  it('imports what the manager recognised, and says which command runs', async () => {
    const { call, beginStuck, manager, isQueued, hasFile, runCommands } = open()
    const { download_id, queue_id } = await beginStuck()
    manager.planImport(download_id, { rejections: [] })
    expect(await call('execute_manual_import', { queue_id })).toMatchObject({
      outcome: 'done',
      command: { name: 'ManualImport', id: expect.any(Number) },
      skipped: [],
    })
    await runCommands()
    expect([isQueued(download_id), hasFile()]).toEqual([false, true])
  })

  it('imports rejected files only by force', async () => {
    const { call, refused, beginStuck, hasFile, runCommands, commands } = open()
    const { queue_id } = await beginStuck('Not an upgrade for the existing file')
    expect(await refused('execute_manual_import', { queue_id })).toBe('conflict')
    expect(commands()).toEqual([])
    expect(await call('execute_manual_import', { queue_id, force: true })).toMatchObject({ outcome: 'done' })
    await runCommands()
    expect(hasFile()).toBe(true)
  })

  it('never imports what belongs to no title, not even by force', async () => {
    const { refused, beginStuck, manager, commands } = open()
    const { download_id, queue_id } = await beginStuck()
    manager.planImport(download_id, { unrecognised: true })
    expect(await refused('execute_manual_import', { queue_id, force: true })).toBe('conflict')
    expect(commands()).toEqual([])
  })

  it('does not import a download that still runs', async () => {
    const { refused, begin, commands } = open()
    const { queue_id } = await begin()
    expect(await refused('execute_manual_import', { queue_id, force: true })).toBe('conflict')
    expect(commands()).toEqual([])
  })

  it('reports a lost answer of an import as unknown, and sends it once', async () => {
    const { call, beginStuck, manager, api, hasFile, runCommands, commands } = open()
    const { download_id, queue_id } = await beginStuck()
    manager.planImport(download_id, { rejections: [] })
    manager.faults.next(`POST ${api}/command`, dropAfterCommit())
    expect(await call('execute_manual_import', { queue_id })).toMatchObject({ outcome: 'outcome_unknown' })
    await runCommands()
    expect([hasFile(), commands().length]).toEqual([true, 1])
  })

  it('asks in the words of the vendor document', async () => {
    const { call, begin, beginStuck, manager } = open()
    const removed = await begin()
    await call('remove_queue_item', { queue_id: removed.queue_id, blocklist: true })
    const stuck = await beginStuck('Not an upgrade for the existing file')
    await call('execute_manual_import', { queue_id: stuck.queue_id, force: true })
    const product = ({ movie: 'radarr', tv: 'sonarr', book: 'chaptarr', music: 'lidarr' } as const)[
      media_type
    ]
    const document = openVendorDocument(product)
    const calls = manager.journal.requests('* /api/*')
    expect(calls.length).toBeGreaterThan(4)
    expect(document ? calls.flatMap(document.violations) : []).toEqual([])
  })

  it('is not for everybody', async () => {
    const { app, users, begin, isQueued } = open()
    const { download_id, queue_id } = await begin()
    expect(await callTool(app, users.uma, 'remove_queue_item', { media_type, queue_id })).toMatchObject({
      ok: false,
      code: 'tool_not_available',
    })
    expect(isQueued(download_id)).toBe(true)
  })
})

it('removes a season pack as a whole, and says so', async () => {
  const world = await buildWorld({ instances: ['movies', 'series', 'books', 'music'] })
  const { begin, isQueued } = openQueue(world, 'tv')
  const { download_id, queue_id } = await begin()
  const result = await toolResult(world.app, world.admin, 'remove_queue_item', { media_type: 'tv', queue_id })
  expect(result.message).toContain('2 rows')
  expect(isQueued(download_id)).toBe(false)
})

describe('two libraries of one type', () => {
  async function begin() {
    const world = await buildWorld({ instances: ['movies', 'movies_4k'] })
    const { radarr4k } = world
    const { download_id } = radarr4k.startDownload(radarr4k.addMovie(MOVIE.requested).id)
    const response = await fetch(`${radarr4k.url}/api/v3/queue/details`, {
      headers: { 'x-api-key': radarr4k.api_key },
    })
    const [row] = (await response.json()) as { id: number }[]
    const input = { media_type: 'movie', queue_id: row?.id }
    const isQueued = () => radarr4k.downloads().some(one => one.download_id === download_id)
    return { ...world, input, isQueued }
  }

  it('finds a row wherever it is, and says where that was', async () => {
    const { app, admin, radarr, input, instance_ids, isQueued } = await begin()
    radarr.faults.next('GET /api/v3/queue/details', garbage())
    expect(await toolResult(app, admin, 'remove_queue_item', input)).toMatchObject({
      outcome: 'done',
      instance: { id: instance_ids.movies_4k, name: 'Movies 4K' },
    })
    expect(isQueued()).toBe(false)
  })

  it('does not say that a row is gone while one of them cannot be read', async () => {
    const { app, admin, radarr4k, input, isQueued } = await begin()
    radarr4k.faults.next('GET /api/v3/queue/details', garbage())
    expect(await toolRefusal(app, admin, 'remove_queue_item', input)).toBe('upstream_failed')
    expect(isQueued()).toBe(true)
  })
})
