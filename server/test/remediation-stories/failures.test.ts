import { dropAfterCommit, dropBefore } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { ModelFault } from '#kit/model-fault.ts'
import { ACTIONS } from '#test/agent-actions.ts'
import { conclude } from '#test/agent-runs.ts'
import { expectOk } from '#test/calls.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { buildStories, STALLED } from '#test/remediation-stories.ts'
import { fixDownload, LOOK, propose } from '#test/story-turns.ts'

const REMOVE = 'DELETE /api/v3/queue/:id'
const REPLACE = `${REMOVE} removeFromClient blocklist`
const TURNS = [
  LOOK,
  fixDownload('movie', 'blocklist_search'),
  conclude('waiting', 'Another release is on its way.'),
]

describe.each(ENGINES)('failures on the way to a fix on %s (2:4.9)', engine => {
  const shared = shareAmongTests(() => buildStories(engine))

  /** A stalled download whose issue is open. */
  async function stall() {
    const { radarr, newMovie, later, onlyIssue } = shared()
    const movie = newMovie()
    const { download_id } = radarr.startDownload(movie.id)
    radarr.troubleDownload(download_id, STALLED)
    await later(1)
    const { id } = await onlyIssue()
    await later(10)
    return { id, movie, download_id }
  }

  it('the model fails during the investigation, and an admin takes over', async () => {
    const { radarr, begin, arrive, show, changesOf, noticesOf, asAdmin } = shared()
    const story = await begin({}, LOOK, { fault: new ModelFault('upstream_unavailable') })
    const { id, download_id } = await stall()
    const failed = await show(id)
    expect(failed.issue).toMatchObject({ status: 'needs_admin' })
    expect(failed.runs).toMatchObject([
      { status: 'failed', stop_reason: 'model_error', step_count: 1, input_tokens: 10, output_tokens: 5 },
    ])
    expect(failed.thread).toMatchObject([
      { author_kind: 'agent', body: expect.stringContaining('The AI model failed.'), internal: true },
    ])
    radarr.finishDownload(download_id)
    await arrive()
    const { issue, actions } = await show(id)
    expect(issue).toMatchObject({ status: 'resolved', resolution_kind: 'library_state_cleared' })
    expect([actions, changesOf('radarr')]).toEqual([[], []])
    expect(await noticesOf(asAdmin, id)).toEqual(['issue_created', 'issue_question'])
    expect(await story.counted()).toMatchObject({ self_cleared: 1, tokens_in: 10, tokens_out: 5 })
  })

  it('the library goes down during an action, which is not sent twice', async () => {
    const { radarr, begin, later, arrive, show, approve, changesOf } = shared()
    const story = await begin({}, ...TURNS)
    const { id, movie } = await stall()
    const [action] = (await show(id)).actions
    radarr.faults.next(REMOVE, dropAfterCommit())
    radarr.faults.always('GET /api/v3/queue', dropBefore())
    expect(await approve(action)).toMatchObject({ status: 'outcome_unknown' })
    await later(1)
    expect((await show(id)).issue.status).toBe('investigating')
    expect((await show(id)).runs).toMatchObject([{ status: 'running' }])
    radarr.faults.clear()
    await later(2)
    expect((await show(id)).actions).toMatchObject([
      { status: 'executed', result_text: expect.stringContaining('the library shows that it was done') },
    ])
    await arrive()
    const { issue, actions, runs } = await show(id)
    expect(issue).toMatchObject({ status: 'resolved', resolution_kind: 'library_state_cleared' })
    expect(actions).toMatchObject([{ status: 'executed', decided_by: 'ana' }])
    expect(runs).toMatchObject([{ status: 'succeeded', step_count: 3 }])
    expect(changesOf('radarr')).toEqual([REPLACE])
    expect(radarr.movie(movie.tmdb_id)?.file).not.toBeNull()
    expect(story.unsaid()).toBe(0)
  })

  it('the replacement does not arrive either, and an admin is notified', async () => {
    const { radarr, begin, later, arrive, show, approve, asAdmin, noticesOf, changesOf } = shared()
    const story = await begin({}, ...TURNS)
    const { id, movie } = await stall()
    await approve((await show(id)).actions[0])
    await later(1)
    expect((await show(id)).issue.status).toBe('waiting')
    radarr.stockIndexers(false)
    for (const { download_id } of radarr.downloads()) radarr.failDownload(download_id)
    await later(1)
    expect((await show(id)).issue.status).toBe('waiting')
    await later(3)
    const handed = await show(id)
    expect(handed.issue.status).toBe('needs_admin')
    expect(handed.thread.at(-1)).toMatchObject({
      author_kind: 'system',
      body: expect.stringContaining('the library still lacks what was wanted'),
      internal: true,
    })
    radarr.finishDownload(radarr.startDownload(movie.id).download_id)
    await later(15)
    await arrive()
    const { issue, actions, runs } = await show(id)
    expect(issue).toMatchObject({ status: 'resolved', resolution_kind: 'library_state_cleared' })
    expect(actions).toMatchObject([{ status: 'executed' }])
    expect(runs).toMatchObject([{ status: 'succeeded', step_count: 3 }])
    expect(changesOf('radarr')).toEqual([REPLACE])
    expect(await noticesOf(asAdmin, id)).toEqual(['issue_created', 'agent_action_pending', 'issue_question'])
    expect(story.unsaid()).toBe(0)
  })

  it('the replacement has the same problem, and an admin is notified', async () => {
    const { radarr, begin, later, show, approve, asAdmin, changesOf } = shared()
    const story = await begin({}, ...TURNS)
    const { id } = await stall()
    await approve((await show(id)).actions[0])
    await later(1)
    for (const { download_id } of radarr.downloads()) radarr.troubleDownload(download_id, STALLED)
    await later(1)
    expect((await show(id)).issue).toMatchObject({ status: 'waiting', occurrences: 2 })
    await later(10)
    const handed = await show(id)
    expect(handed.issue.status).toBe('needs_admin')
    expect(handed.thread.at(-1)).toMatchObject({
      body: expect.stringContaining('there again'),
      internal: true,
    })
    expectOk(await asAdmin('POST', `/api/admin/issues/${id}/dismiss`))
    await later(15)
    const { issue, runs } = await show(id)
    expect(issue).toMatchObject({ status: 'dismissed', resolution_kind: 'admin_dismissed' })
    expect(runs).toHaveLength(1)
    expect(changesOf('radarr')).toEqual([REPLACE])
    expect(await story.counted()).toMatchObject({ dismissed: 1 })
  })

  it('nothing can be changed while the agent only investigates', async () => {
    const { radarr, begin, arrive, show, changesOf } = shared()
    const story = await begin(
      { mode: 'investigate_only' },
      LOOK,
      fixDownload('movie', 'blocklist_search'),
      ({ results }) => {
        expect(results).toMatchObject([{ ok: false, text: expect.stringContaining('only investigates') }])
        return propose('trigger_search', { media_type: 'movie' })
      },
      conclude('needs_admin', 'Remove the download and search again.'),
    )
    const { id, download_id } = await stall()
    expect((await show(id)).issue.status).toBe('needs_admin')
    for (const { tools } of story.asked) expect(tools.map(tool => tool.name)).not.toContain('propose_action')
    radarr.finishDownload(download_id)
    await arrive()
    const { issue, actions, runs } = await show(id)
    expect(issue).toMatchObject({ status: 'resolved', resolution_kind: 'library_state_cleared' })
    expect([actions, changesOf('radarr')]).toEqual([[], []])
    expect(runs).toMatchObject([{ status: 'succeeded', step_count: 4, input_tokens: 40 }])
    expect(story.heard.of('admin', 'agent_action_pending')).toEqual([])
  })

  it('the server is killed between the approval and the action, which is then carried out once', async () => {
    const { radarr, begin, later, arrive, show, asAdmin, changesOf, power, restart } = shared()
    const story = await begin({}, ...TURNS)
    const { id, movie } = await stall()
    const [action] = (await show(id)).actions
    let approving: object | undefined
    power.cut_by = (statement, connection) => {
      if (statement.startsWith('update "agent_actions"')) approving = connection
      return connection === approving && statement === 'commit'
    }
    const { status } = await asAdmin('POST', `${ACTIONS}/${action?.id}/approve`, {})
    expect(status).toBeGreaterThanOrEqual(500)
    expect(power.is_cut).toBe(true)
    expect(changesOf('radarr')).toEqual([])
    await restart()
    await later(1)
    expect((await show(id)).issue.status).toBe('waiting')
    await arrive()
    const { issue, actions, runs } = await show(id)
    expect(issue).toMatchObject({ status: 'resolved', resolution_kind: 'library_state_cleared' })
    expect(actions).toMatchObject([{ status: 'executed', decided_by: 'ana' }])
    expect(runs).toMatchObject([{ status: 'succeeded', step_count: 3, input_tokens: 30 }])
    expect(changesOf('radarr')).toEqual([REPLACE])
    expect(radarr.movie(movie.tmdb_id)?.file).not.toBeNull()
    expect(story.unsaid()).toBe(0)
  })
})
