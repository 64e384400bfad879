import { describe, expect, it } from 'vitest'
import { conclude } from '#test/agent-runs.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { buildStories, STALLED } from '#test/remediation-stories.ts'
import { fixDownload, importByHand, LOOK } from '#test/story-turns.ts'

const REPLACE = 'DELETE /api/v3/queue/:id removeFromClient blocklist'

describe.each(ENGINES)('stories of downloads on %s (2:4.9)', engine => {
  const shared = shareAmongTests(() => buildStories(engine))

  it('a stalled download is replaced', async () => {
    const { radarr, newMovie, begin, later, arrive, onlyIssue, show } = shared()
    const { approve, changesOf, noticesOf, asAdmin, openIssues } = shared()
    const story = await begin(
      {},
      LOOK,
      fixDownload('movie', 'blocklist_search'),
      conclude('waiting', 'Another release is on its way.'),
    )
    const movie = newMovie()
    radarr.troubleDownload(radarr.startDownload(movie.id).download_id, STALLED)
    await later(1)
    const { id, ...observed } = await onlyIssue()
    expect(observed).toMatchObject({ status: 'observing', problem_kind: 'stalled', read: true })
    await later(10)
    const proposed = await show(id)
    expect(proposed.issue).toMatchObject({ status: 'awaiting_approval', tmdb_id: movie.tmdb_id })
    expect(proposed.runs).toMatchObject([{ status: 'waiting_approval', stop_reason: 'awaiting_approval' }])
    expect(changesOf('radarr')).toEqual([])

    expect(await approve(proposed.actions[0])).toMatchObject({ status: 'executed', decided_by: 'ana' })
    await later(1)
    expect((await show(id)).issue).toMatchObject({ status: 'waiting' })
    await arrive()
    const { issue, actions, runs } = await show(id)
    expect(issue).toMatchObject({
      status: 'resolved',
      resolution_kind: 'library_state_cleared',
      read: true,
      occurrences: 1,
    })
    expect(actions).toMatchObject([{ kind: 'remediate_queue', status: 'executed', risk: 'medium' }])
    expect(runs).toMatchObject([
      { trigger: 'auto', status: 'succeeded', step_count: 3, input_tokens: 30, output_tokens: 15 },
    ])
    expect(runs[0]).not.toHaveProperty('stop_reason')
    expect(changesOf('radarr')).toEqual([REPLACE])
    expect(radarr.movie(movie.tmdb_id)?.file).not.toBeNull()
    expect(story.unsaid()).toBe(0)
    await expect
      .poll(() => story.heard.of('admin', 'issue_created'))
      .toEqual([{ issue_id: id, status: 'open' }])
    await expect
      .poll(() => story.heard.of('admin', 'issue_closed'))
      .toEqual([{ issue_id: id, status: 'resolved' }])
    expect(story.heard.of('uma', 'issue_closed')).toEqual([])
    expect(await noticesOf(asAdmin, id)).toEqual(['issue_created', 'agent_action_pending'])
    expect(await openIssues()).toEqual([])
    expect(await story.counted()).toEqual({
      issues_opened: 1,
      issues_resolved: 1,
      resolved_by_agent: 1,
      actions_executed: 1,
      tokens_in: 30,
      tokens_out: 15,
    })
  })

  it('a dangerous file is removed, as an admin wants it done', async () => {
    const { radarr, newMovie, begin, later, onlyIssue, show, approve, changesOf } = shared()
    const story = await begin(
      {},
      LOOK,
      fixDownload('movie', 'remove'),
      LOOK,
      conclude('resolved', 'The dangerous file is gone. There is no other release.'),
    )
    radarr.stockIndexers(false)
    const { download_id } = radarr.startDownload(newMovie().id)
    radarr.stickDownload(download_id, 'Caution: Found potentially dangerous file with extension .exe')
    await later(1)
    await later(10)
    const { id, problem_kind } = await onlyIssue()
    expect(problem_kind).toBe('dangerous_file')
    const [action] = (await show(id)).actions
    expect(await approve(action, { override: { action: 'blocklist_only' } })).toMatchObject({
      status: 'executed',
      params: { action: 'remove', download_id },
      approved_params: { action: 'blocklist_only', download_id },
    })
    await later(1)
    const { issue, runs } = await show(id)
    expect(issue).toMatchObject({ status: 'resolved', resolution_kind: 'removed_no_replacement' })
    expect(runs).toMatchObject([{ status: 'succeeded', stop_reason: 'resolved', step_count: 4 }])
    expect(changesOf('radarr')).toEqual([
      'DELETE /api/v3/queue/:id removeFromClient blocklist skipRedownload',
    ])
    expect(radarr.downloads()).toEqual([])
    expect(await story.counted()).toMatchObject({ issues_resolved: 1, resolved_by_agent: 1 })
  })

  it('a sample is replaced, and is not over before the whole movie is there', async () => {
    const { radarr, newMovie, begin, later, arrive, onlyIssue, show, approve, changesOf } = shared()
    await begin(
      {},
      LOOK,
      fixDownload('movie', 'blocklist_search'),
      conclude('resolved', 'It was only a sample.'),
    )
    const movie = newMovie()
    radarr.stickDownload(radarr.startDownload(movie.id).download_id, 'Sample')
    await later(1)
    await later(10)
    const { id, problem_kind } = await onlyIssue()
    expect(problem_kind).toBe('sample_file')
    await approve((await show(id)).actions[0])
    await later(1)
    expect((await show(id)).issue).toMatchObject({ status: 'waiting', resolution_kind: '' })
    await arrive()
    const { issue, runs, thread } = await show(id)
    expect(issue).toMatchObject({ status: 'resolved', resolution_kind: 'library_state_cleared' })
    expect(runs).toMatchObject([{ status: 'succeeded' }])
    expect(thread).toMatchObject([
      { author_kind: 'agent', body: 'It was only a sample.', internal: true },
      { author_kind: 'system', body: 'The library no longer shows the problem.' },
    ])
    expect(changesOf('radarr')).toEqual([REPLACE])
  })

  it('a download that the manager does not recognise is imported by hand', async () => {
    const { radarr, app, newMovie, begin, later, onlyIssue, show, approve, changesOf } = shared()
    const story = await begin({}, LOOK, importByHand('movie'), () => {
      // The manager takes a moment for it.
      app.clock.advance(5000)
      radarr.settle()
      return conclude('resolved', 'The movie is in the library now.')
    })
    const movie = newMovie()
    const { download_id } = radarr.startDownload(movie.id)
    radarr.stickDownload(
      download_id,
      'Found matching movie via grab history, but release was matched to movie by ID. Manual Import required.',
    )
    radarr.planImport(download_id, { rejections: [] })
    await later(1)
    await later(10)
    const { id, problem_kind } = await onlyIssue()
    expect(problem_kind).toBe('matched_by_id')
    expect(await approve((await show(id)).actions[0])).toMatchObject({ status: 'executed' })
    await later(1)
    const { issue, runs } = await show(id)
    expect(issue).toMatchObject({ status: 'resolved', resolution_kind: 'agent_concluded' })
    expect(runs).toMatchObject([{ status: 'succeeded', stop_reason: 'resolved' }])
    expect(changesOf('radarr')).toEqual(['POST /api/v3/command'])
    expect(radarr.movie(movie.tmdb_id)?.file).not.toBeNull()
    expect(story.unsaid()).toBe(0)
  })

  it('a full disk is handed to the admin, who makes room', async () => {
    const { radarr, newMovie, begin, later, onlyIssue, show, asAdmin, changesOf, noticesOf } = shared()
    const story = await begin(
      {},
      LOOK,
      conclude('needs_admin', 'The disk is full. Make room, then it is imported.'),
    )
    const movie = newMovie()
    const { download_id } = radarr.startDownload(movie.id)
    radarr.stickDownload(download_id, 'Not enough free space')
    await later(1)
    await later(10)
    const { id, ...handed } = await onlyIssue()
    expect(handed).toMatchObject({ status: 'needs_admin', problem_kind: 'disk_space', read: false })
    expect((await show(id)).thread).toMatchObject([
      { author_kind: 'agent', body: 'The disk is full. Make room, then it is imported.', internal: true },
    ])
    radarr.finishDownload(download_id)
    const note = 'I deleted old recordings.'
    await asAdmin('POST', `/api/admin/issues/${id}/resolve`, { disposition: 'resolved', note })
    await later(5)
    const { issue, runs, actions } = await show(id)
    expect(issue).toMatchObject({ status: 'resolved', resolution_kind: 'admin_completed', resolution: note })
    expect(runs).toMatchObject([{ status: 'succeeded', step_count: 2 }])
    expect(actions).toEqual([])
    expect(changesOf('radarr')).toEqual([])
    expect(await noticesOf(asAdmin, id)).toEqual(['issue_created', 'issue_question'])
    expect(await story.counted()).toMatchObject({ issues_resolved: 1, resolved_by_admin: 1 })
  })

  it('a problem that goes away by itself is nobody’s business', async () => {
    const { radarr, newMovie, begin, later, onlyIssue, show, asAdmin, changesOf, noticesOf } = shared()
    const story = await begin()
    const { download_id } = radarr.startDownload(newMovie().id)
    radarr.stickDownload(download_id, 'No files found are eligible for import')
    await later(1)
    const { id } = await onlyIssue()
    await later(5)
    radarr.finishDownload(download_id)
    await later(1)
    await later(3)
    const { issue, runs, actions } = await show(id)
    expect(issue).toMatchObject({ status: 'resolved', resolution_kind: 'library_state_cleared', read: true })
    expect([runs, actions, story.asked, changesOf('radarr')]).toEqual([[], [], [], []])
    expect(await noticesOf(asAdmin, id)).toEqual([])
    for (const type of ['issue_created', 'issue_updated', 'issue_closed'])
      expect(story.heard.of('admin', type)).toEqual([])
    expect(await story.counted()).toMatchObject({ issues_resolved: 1, self_cleared: 1, zero_touch: 1 })
  })
})
