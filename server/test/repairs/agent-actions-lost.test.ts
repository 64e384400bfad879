import { dropAfterCommit, dropBefore, garbage, held, MINUTE_MS, status, wrongKey } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { ABOUT, approve, buildActing, changeRemediation, showAction, wanted } from '#test/agent-actions.ts'
import { expectOk, refusal } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { openQueue } from '#test/manager-queues.ts'

const REMOVE = 'DELETE /api/v3/queue/:id'
const LOOK = 'GET /api/v3/queue'
const LOOK_BEFORE = 'GET /api/v3/queue/details'
const COMMAND = 'POST /api/v3/command'

describe('an approved action whose answer is lost, or that is no longer allowed (2:4.9)', () => {
  const shared = shareAmongTests(() => buildActing())

  async function open() {
    const world = shared()
    const { radarr, agent, instance_ids } = world
    const queue = openQueue(world, 'movie')
    radarr.faults.clear()
    radarr.stockIndexers(false)
    for (const one of radarr.downloads()) radarr.finishDownload(one.download_id)
    queue.removeFiles()
    radarr.journal.clear()
    await changeRemediation(world.app, { enabled: true, mode: 'supervised' })
    const issue = (about: object = {}) =>
      agent.issue('movie', instance_ids.movies, { ...ABOUT.movie, ...about })
    async function propose(about: object = {}) {
      const { queue_id, download_id } = await queue.begin()
      const found = await issue({ download_id, ...about })
      const removal = wanted('remediate_queue', { queue_id, action: 'remove' })
      return { id: await agent.propose(found, removal), issue: found, download_id }
    }
    const later = async (minutes: number) => {
      world.app.clock.advance(minutes * MINUTE_MS)
      await world.settle()
    }
    return { ...world, queue, issue, propose, later }
  }

  /** Holds the dispatch while it looks at the library, right before it would send. */
  async function interrupted(
    about: object,
    meanwhile: (opened: Awaited<ReturnType<typeof open>> & { issue_id: number }) => Promise<unknown>,
  ) {
    const opened = await open()
    const { radarr, asAdmin, propose } = opened
    const { id, issue } = await propose(about)
    const { promise, resolve } = Promise.withResolvers<void>()
    const looks = () => radarr.journal.requests(LOOK_BEFORE).length
    const before = looks()
    radarr.faults.next(LOOK_BEFORE, held(promise))
    const answer = approve(asAdmin, id)
    await expect.poll(looks).toBeGreaterThan(before)
    await meanwhile({ ...opened, issue_id: issue.id })
    resolve()
    expectOk(await answer)
    expect(radarr.journal.requests(REMOVE)).toEqual([])
    return showAction(asAdmin, id)
  }

  it('counts as done when the library shows it', async () => {
    const { asAdmin, radarr, propose } = await open()
    const { id } = await propose()
    radarr.faults.next(REMOVE, dropAfterCommit())
    expect(expectOk(await approve(asAdmin, id))).toMatchObject({
      status: 'executed',
      result_text: expect.stringContaining('library shows'),
    })
    expect(radarr.journal.requests(REMOVE)).toHaveLength(1)
  })

  it('stays unknown until the library is quiet, and is never sent again', async () => {
    const { asAdmin, radarr, propose, later } = await open()
    const { id } = await propose()
    radarr.faults.next(REMOVE, dropBefore())
    expect(expectOk(await approve(asAdmin, id))).toMatchObject({ status: 'outcome_unknown' })
    await later(1)
    expect(await showAction(asAdmin, id)).toMatchObject({ status: 'outcome_unknown' })
    await later(2)
    expect(await showAction(asAdmin, id)).toMatchObject({
      status: 'failed',
      result_text: expect.stringContaining('not sent again'),
    })
    expect(radarr.journal.requests(REMOVE)).toHaveLength(1)
  })

  it('counts as not done when the download left the queue by itself', async () => {
    const { asAdmin, radarr, propose, later } = await open()
    const { id, download_id } = await propose()
    radarr.faults.next(REMOVE, dropBefore())
    radarr.faults.next(LOOK, status(503))
    expect(expectOk(await approve(asAdmin, id))).toMatchObject({ status: 'outcome_unknown' })
    radarr.finishDownload(download_id)
    await later(1)
    await later(2)
    expect(await showAction(asAdmin, id)).toMatchObject({ status: 'failed' })
  })

  it('counts as done once the library shows it later', async () => {
    const { asAdmin, radarr, propose, later } = await open()
    const { id } = await propose()
    radarr.faults.next(REMOVE, dropAfterCommit())
    radarr.faults.next(LOOK, status(503))
    expect(expectOk(await approve(asAdmin, id))).toMatchObject({ status: 'outcome_unknown' })
    await later(1)
    expect(await showAction(asAdmin, id)).toMatchObject({ status: 'executed' })
  })

  it.each([
    ['the library cannot be read', LOOK_BEFORE, status(503), 0],
    ['the library sends something else', LOOK_BEFORE, garbage(), 0],
    ['the library refuses the key', REMOVE, wrongKey(), 1],
  ] as const)('fails with words when %s', async (_, pattern, fault, sent) => {
    const { asAdmin, radarr, propose, queue } = await open()
    const { id, download_id } = await propose()
    radarr.faults.next(pattern, fault)
    expect(expectOk(await approve(asAdmin, id))).toMatchObject({
      status: 'failed',
      result_text: expect.stringContaining('Nothing was changed'),
    })
    expect(radarr.journal.requests(REMOVE)).toHaveLength(sent)
    expect(queue.isQueued(download_id)).toBe(true)
  })

  it.each(['trigger_search', 'rescan'] as const)('of a %s is found among the commands', async kind => {
    const { asAdmin, agent, radarr, issue, later, queue } = await open()
    const { download_id } = await queue.begin()
    radarr.finishDownload(download_id)
    const done = await agent.propose(await issue(), wanted(kind, {}))
    radarr.faults.next(COMMAND, dropAfterCommit())
    expect(expectOk(await approve(asAdmin, done))).toMatchObject({ status: 'executed' })
    await later(10)
    const undone = await agent.propose(await issue(), wanted(kind, {}))
    radarr.faults.next(COMMAND, dropBefore())
    expect(expectOk(await approve(asAdmin, undone))).toMatchObject({ status: 'outcome_unknown' })
    await later(1)
    await later(2)
    expect(await showAction(asAdmin, undone)).toMatchObject({ status: 'failed' })
    expect(radarr.journal.requests(COMMAND)).toHaveLength(2)
  })

  it('is not sent when the agent was turned off in between', async () => {
    const ended = await interrupted({}, ({ app }) => changeRemediation(app, { enabled: false }))
    expect(ended).toMatchObject({ status: 'failed', result_text: expect.stringContaining('turned off') })
  })

  it('is not sent when the issue was closed in between', async () => {
    const ended = await interrupted({}, ({ app, issue_id }) =>
      app.database.transaction(async tx => {
        await tx.updateTable('issues').set({ status: 'dismissed' }).where('id', '=', issue_id).execute()
      }),
    )
    expect(ended).toMatchObject({ status: 'superseded' })
  })

  it('is not sent when the person who approved it is no longer an admin', async () => {
    const { asAdmin, radarr, propose, addUser } = await open()
    const bo = await addUser('bo')
    const role = async (name: string) =>
      expectOk(await asAdmin('PATCH', `/api/admin/users/${bo.session.user.id}`, { role: name }))
    await role('admin')
    const { id } = await propose()
    const { promise, resolve } = Promise.withResolvers<void>()
    const looks = () => radarr.journal.requests(LOOK_BEFORE).length
    const before = looks()
    radarr.faults.next(LOOK_BEFORE, held(promise))
    const answer = approve(bo.call, id)
    await expect.poll(looks).toBeGreaterThan(before)
    await role('user')
    resolve()
    expect(refusal(await answer)).toEqual([403, 'forbidden'])
    expect(await showAction(asAdmin, id)).toMatchObject({ status: 'failed', decided_by: 'bo' })
    expect(radarr.journal.requests(REMOVE)).toEqual([])
  })

  describe('approvals that were remembered as a rule', () => {
    const RULES = '/api/admin/agent-approval-rules'

    it('approve the same fix of the same problem automatically, until one fails', async () => {
      const { asAdmin, radarr, agent, propose, settle } = await open()
      const about = { problem_kind: 'download_error' } as const
      const first = await propose(about)
      const armed = expectOk(await approve(asAdmin, first.id, { remember: true }))
      expect(armed).toMatchObject({ status: 'executed', rule_id: expect.any(Number) })
      agent.raised.length = 0
      const second = await propose(about)
      await settle()
      expect(await showAction(asAdmin, second.id)).toMatchObject({
        status: 'executed',
        auto_approved: true,
        auto_rule_id: armed.rule_id,
        auto_rule_label: expect.any(String),
        can_decide: false,
      })
      expect(await showAction(asAdmin, second.id)).not.toHaveProperty('decided_by')
      expect(agent.raised).toEqual([])
      const other = await propose({ problem_kind: 'client_error' })
      expect(await showAction(asAdmin, other.id)).toMatchObject({ status: 'proposed', auto_approved: false })
      const beside = await propose({ ...about, download_id: 'the one that fails' })
      expect(await showAction(asAdmin, beside.id)).toMatchObject({ status: 'proposed', auto_approved: false })
      radarr.faults.next(REMOVE, wrongKey())
      const third = await propose(about)
      await settle()
      expect(await showAction(asAdmin, third.id)).toMatchObject({ status: 'failed', auto_approved: true })
      const { rules } = expectOk(await asAdmin('GET', RULES))
      expect(rules.find((rule: { id: number }) => rule.id === armed.rule_id)).toMatchObject({
        status: 'paused',
      })
      const fourth = await propose(about)
      expect(await showAction(asAdmin, fourth.id)).toMatchObject({
        status: 'proposed',
        auto_approval_offer: { reactivates_paused_rule: true },
      })
      await changeRemediation(shared().app, { mode: 'investigate_only' })
      expectOk(await asAdmin('POST', `${RULES}/${armed.rule_id}/resume`))
      const fifth = await propose(about)
      expect(await showAction(asAdmin, fifth.id)).toMatchObject({ status: 'proposed' })
    })

    it('send nothing after they were paused', async () => {
      const { asAdmin, radarr, propose, settle } = await open()
      const about = { problem_kind: 'magnet_unfetchable' } as const
      const { rule_id } = expectOk(await approve(asAdmin, (await propose(about)).id, { remember: true }))
      radarr.journal.clear()
      const { promise, resolve } = Promise.withResolvers<void>()
      radarr.faults.next(LOOK_BEFORE, slowStart(), held(promise))
      const { id } = await propose(about)
      await expect.poll(() => radarr.journal.requests(LOOK_BEFORE).length).toBeGreaterThan(1)
      expectOk(await asAdmin('POST', `${RULES}/${rule_id}/pause`))
      resolve()
      await settle()
      expect(await showAction(asAdmin, id)).toMatchObject({
        status: 'failed',
        result_text: expect.stringContaining('rule that approved this was paused'),
      })
      expect(radarr.journal.requests(REMOVE)).toEqual([])
    })

    it('are possible only for a detected problem', async () => {
      const { asAdmin, propose, radarr } = await open()
      const { id } = await propose({ problem_kind: null })
      expect(await showAction(asAdmin, id)).not.toHaveProperty('auto_approval_offer')
      const answer = await approve(asAdmin, id, { remember: true })
      expect([refusal(answer), Object.keys(answer.body.fields)]).toEqual([[400, 'validation'], ['remember']])
      expect(radarr.journal.requests(REMOVE)).toEqual([])
      expect(expectOk(await approve(asAdmin, id))).toMatchObject({ status: 'executed' })
    })
  })
})

/** `begin` of the test reads the queue itself before the server does. */
function slowStart() {
  return held(Promise.resolve())
}
