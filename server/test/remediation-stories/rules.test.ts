import { wrongKey } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { conclude } from '#test/agent-runs.ts'
import { expectOk } from '#test/calls.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { buildStories, STALLED } from '#test/remediation-stories.ts'
import { fixDownload, LOOK, propose } from '#test/story-turns.ts'

const REPLACE = 'DELETE /api/v3/queue/:id removeFromClient blocklist'
const RULES = '/api/admin/agent-approval-rules'
/** What the model does with every download of these stories. */
const TURNS = [
  LOOK,
  fixDownload('movie', 'blocklist_search'),
  conclude('waiting', 'Another release is on its way.'),
]

describe.each(ENGINES)('stories of decisions and standing approvals on %s (2:4.9)', engine => {
  const shared = shareAmongTests(() => buildStories(engine))

  const listRules = async () => expectOk(await shared().asAdmin('GET', RULES)).rules
  /** The first problem of this kind, whose fix an admin approves and wants to be remembered. */
  async function rememberFix(trouble: (download_id: string) => void) {
    const { radarr, newMovie, begin, later, arrive, onlyIssue, show, approve } = shared()
    await begin({}, ...TURNS)
    trouble(radarr.startDownload(newMovie().id).download_id)
    await later(1)
    await later(10)
    const { id } = await onlyIssue()
    const { rule_id } = (await approve((await show(id)).actions[0], { remember: true })) as {
      rule_id?: number
    }
    await arrive()
    expect((await show(id)).issue).toMatchObject({ status: 'resolved' })
    return rule_id
  }

  it('what was remembered is fixed without anybody the second time', async () => {
    const { radarr, newMovie, begin, later, arrive, onlyIssue, show } = shared()
    const { asAdmin, changesOf, noticesOf } = shared()
    const rule_id = await rememberFix(one => radarr.troubleDownload(one, STALLED))
    const story = await begin({}, ...TURNS)
    const movie = newMovie()
    radarr.troubleDownload(radarr.startDownload(movie.id).download_id, STALLED)
    await later(1)
    const { id } = await onlyIssue()
    await later(10)
    await arrive()
    const { issue, actions, runs } = await show(id)
    expect(issue).toMatchObject({ status: 'resolved', resolution_kind: 'library_state_cleared' })
    expect(actions).toMatchObject([{ status: 'executed', auto_approved: true, auto_rule_id: rule_id }])
    expect(actions[0]).not.toHaveProperty('decided_by')
    expect(runs).toMatchObject([{ status: 'succeeded', step_count: 3, input_tokens: 30 }])
    expect(changesOf('radarr')).toEqual([REPLACE])
    expect(radarr.movie(movie.tmdb_id)?.file).not.toBeNull()
    expect(await noticesOf(asAdmin, id)).toEqual(['issue_created'])
    expect(await listRules()).toContainEqual(
      expect.objectContaining({ id: rule_id, status: 'active', resolved_count: 1 }),
    )
    expect(await story.counted()).toEqual({
      issues_opened: 1,
      issues_resolved: 1,
      resolved_by_rules: 1,
      zero_touch: 1,
      actions_executed: 1,
      rule_approved: 1,
      tokens_in: 30,
      tokens_out: 15,
    })
  })

  it('a rule pauses itself at the first bad outcome, and an admin decides again', async () => {
    const { radarr, newMovie, begin, later, arrive, onlyIssue, show, approve } = shared()
    const { asAdmin, changesOf, noticesOf } = shared()
    const rule_id = await rememberFix(one => radarr.stickDownload(one, 'Sample'))
    const story = await begin(
      {},
      LOOK,
      fixDownload('movie', 'blocklist_search'),
      // It failed, so the model looks again and tries once more.
      LOOK,
      fixDownload('movie', 'blocklist_search'),
      conclude('waiting', 'Another release is on its way.'),
    )
    radarr.faults.next('DELETE /api/v3/queue/:id', wrongKey())
    radarr.stickDownload(radarr.startDownload(newMovie().id).download_id, 'Sample')
    await later(1)
    await later(10)
    const { id } = await onlyIssue()
    const paused = await show(id)
    expect(paused.issue.status).toBe('awaiting_approval')
    expect(paused.actions.toSorted((a, b) => a.id - b.id)).toMatchObject([
      { status: 'failed', auto_approved: true },
      { status: 'proposed', auto_approved: false, auto_approval_offer: { reactivates_paused_rule: true } },
    ])
    const reason = 'The fix failed.'
    await expect
      .poll(() => story.heard.of('admin', 'agent_autoapproval_paused'))
      .toEqual([{ rule_id, reason }])
    expect(await listRules()).toContainEqual(
      expect.objectContaining({
        id: rule_id,
        status: 'paused',
        paused_reason: reason,
        paused_by_issue_id: id,
      }),
    )
    await approve(paused.actions.find(one => one.status === 'proposed'))
    await arrive()
    const { issue, actions, runs } = await show(id)
    expect(issue).toMatchObject({ status: 'resolved', resolution_kind: 'library_state_cleared' })
    expect(actions.map(one => one.status).toSorted()).toEqual(['executed', 'failed'])
    expect(runs).toMatchObject([{ status: 'succeeded', step_count: 5 }])
    // The first one was refused by the library.
    expect(changesOf('radarr')).toEqual([REPLACE, REPLACE])
    expect(await noticesOf(asAdmin, id)).toEqual([
      'issue_created',
      'agent_autoapproval_paused',
      'agent_action_pending',
    ])
    expect(await story.counted()).toMatchObject({
      resolved_by_agent: 1,
      paused_rules: 1,
      actions_executed: 1,
    })
  })

  it('an admin denies with a note, and the agent proposes something else', async () => {
    const { radarr, newMovie, begin, later, arrive, onlyIssue, show, approve, deny, changesOf } = shared()
    const note = 'Keep this release, "ask" another indexer.'
    const movie = newMovie()
    const story = await begin(
      {},
      LOOK,
      fixDownload('movie', 'blocklist_only'),
      ({ results }) => {
        expect(results).toMatchObject([{ ok: false, text: expect.stringContaining(JSON.stringify(note)) }])
        return propose('trigger_search', { media_type: 'movie', tmdb_id: movie.tmdb_id })
      },
      conclude('needs_admin', 'A search was started; the download still does not move.'),
    )
    const { download_id } = radarr.startDownload(movie.id)
    radarr.troubleDownload(download_id, {
      ...STALLED,
      error: 'qBittorrent cannot resolve magnet link with DHT disabled',
    })
    await later(1)
    await later(10)
    const { id } = await onlyIssue()
    await deny((await show(id)).actions[0], note)
    await later(1)
    const second = (await show(id)).actions.find(one => one.status === 'proposed')
    expect(second).toMatchObject({ kind: 'trigger_search', risk: 'low' })
    expect(await approve(second)).toMatchObject({ status: 'executed' })
    await later(1)
    expect((await show(id)).issue.status).toBe('needs_admin')
    radarr.finishDownload(download_id)
    await arrive()
    const { issue, actions, runs } = await show(id)
    expect(issue).toMatchObject({ status: 'resolved', resolution_kind: 'library_state_cleared' })
    expect(actions.toSorted((a, b) => a.id - b.id)).toMatchObject([
      { status: 'denied', deny_reason: note, decided_by: 'ana' },
      { status: 'executed' },
    ])
    expect(runs).toMatchObject([{ status: 'succeeded', step_count: 4 }])
    expect(changesOf('radarr')).toEqual(['POST /api/v3/command'])
    expect(await story.counted()).toMatchObject({ resolved_by_agent: 1 })
  })
})
