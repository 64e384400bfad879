import { MOVIE } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import {
  ABOUT,
  ACTIONS,
  approve,
  buildActing,
  CALL_ID,
  changeRemediation,
  showAction,
  wanted,
} from '#test/agent-actions.ts'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { openQueue } from '#test/manager-queues.ts'
import { listenTo } from '#test/request-events.ts'

describe.each(ENGINES)('decisions about actions on %s (2:4.9)', engine => {
  const shared = shareAmongTests(() => buildActing(engine))

  async function open() {
    const world = shared()
    const queue = openQueue(world, 'movie')
    await changeRemediation(world.app, { enabled: true, mode: 'supervised' })
    for (const one of queue.manager.downloads()) queue.manager.finishDownload(one.download_id)
    queue.removeFiles()
    queue.manager.stockIndexers(false)
    queue.manager.journal.clear()
    /** A proposal to remove a download of its own. */
    async function propose(about: object = {}) {
      const { queue_id, download_id } = await queue.begin()
      const issue = await world.agent.issue('movie', world.instance_ids.movies, { ...ABOUT.movie, ...about })
      const removal = wanted('remediate_queue', { queue_id, action: 'remove' })
      return { id: await world.agent.propose(issue, removal), issue, download_id, queue_id }
    }
    const list = async (status = '') =>
      expectOk(await world.asAdmin('GET', `${ACTIONS}${status}`)).actions as Awaited<
        ReturnType<typeof showAction>
      >[]
    return { ...world, queue, propose, list }
  }

  it('are made once, however many admins decide at the same time', async () => {
    const { asAdmin, addUser, propose, queue, ...world } = await open()
    const bo = await addUser(`bo_${engine}`)
    expectOk(await asAdmin('PATCH', `/api/admin/users/${bo.session.user.id}`, { role: 'admin' }))
    const asBo = callAs(world.app, bo.session.access_token)
    const { id } = await propose()
    const answers = await Promise.all([
      approve(asAdmin, id),
      approve(asBo, id),
      asBo('POST', `${ACTIONS}/${id}/deny`, {}),
      approve(asAdmin, id),
    ])
    const won = answers.filter(answer => answer.status === 200)
    expect(won).toHaveLength(1)
    for (const answer of answers)
      if (answer !== won[0]) expect(refusal(answer)).toEqual([409, 'not_awaiting'])
    const { status } = await showAction(asAdmin, id)
    expect(['executed', 'denied']).toContain(status)
    expect(queue.removals()).toHaveLength(status === 'executed' ? 1 : 0)
  })

  it('are shown newest first, with what waits on its own', async () => {
    const { asAdmin, propose, list } = await open()
    const first = await propose()
    const second = await propose()
    const waiting = (await list()).map(one => one.id)
    expect(waiting.slice(0, 2)).toEqual([second.id, first.id])
    expect(await showAction(asAdmin, first.id)).toMatchObject({
      issue_id: first.issue.id,
      issue_media_type: 'movie',
      issue_status: 'awaiting_approval',
      issue_tmdb_id: MOVIE.requested,
      issue_occurrences: 1,
      instance_name: 'Movies',
      instance_service_type: 'movie_manager',
      auto_approved: false,
      can_decide: true,
      auto_approval_offer: {
        problem_kind: 'stalled',
        action_kind: 'remediate_queue',
        action_facet: 'remove',
        reactivates_paused_rule: false,
      },
    })
    const denied = expectOk(await asAdmin('POST', `${ACTIONS}/${first.id}/deny`, { note: ' Not now ' }))
    expect(denied).toMatchObject({
      status: 'denied',
      deny_reason: 'Not now',
      decided_by: 'ana',
      can_decide: false,
    })
    expect(denied).not.toHaveProperty('blocked_reason')
    expect(denied).not.toHaveProperty('auto_approval_offer')
    expect((await list()).map(one => one.id)).not.toContain(first.id)
    expect((await list('?status=all')).map(one => one.id)).toContain(first.id)
    expect(refusal(await asAdmin('GET', `${ACTIONS}?status=executed`))).toEqual([400, 'validation'])
    expect(refusal(await asAdmin('GET', `${ACTIONS}/999999`))).toEqual([404, 'not_found'])
    expect(refusal(await asAdmin('POST', `${ACTIONS}/${first.id}/deny`, {}))).toEqual([409, 'not_awaiting'])
    expect(refusal(await approve(asAdmin, 999_999))).toEqual([404, 'not_found'])
  })

  it('are all shown while they wait, however many came afterwards', async () => {
    const { app, propose, list } = await open()
    const { database } = app
    const { id } = await propose()
    const { id: _id, ...row } = await database.read
      .selectFrom('agent_actions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const others = Array.from({ length: 200 }, () => ({ ...row, run_id: null, call_id: null }))
    await database.transaction(tx => tx.insertInto('agent_actions').values(others).execute())
    expect((await list()).map(one => one.id)).toContain(id)
    expect(await list('?status=all')).toHaveLength(200)
    await database.transaction(tx =>
      tx.deleteFrom('agent_actions').where('issue_id', '=', row.issue_id).where('id', '>', id).execute(),
    )
  })

  it('may change the variant and nothing that it is bound to', async () => {
    const { asAdmin, propose, queue } = await open()
    const { id, queue_id } = await propose()
    const refused = await approve(asAdmin, id, { override: { queue_id: queue_id + 1, instance_id: 'x' } })
    expect(refusal(refused)).toEqual([400, 'validation'])
    expect(Object.keys(refused.body.fields).toSorted()).toEqual(['instance_id', 'queue_id'])
    expect(await showAction(asAdmin, id)).toMatchObject({ status: 'proposed' })
    expect(expectOk(await approve(asAdmin, id, { override: { action: 'blocklist_only' } }))).toMatchObject({
      status: 'executed',
      params: { action: 'remove' },
      approved_params: { action: 'blocklist_only', queue_id },
    })
    expect(queue.removals().map(one => one.query.get('skipRedownload'))).toEqual(['true'])
  })

  it('are refused while they cannot be carried out, and it shows beforehand', async () => {
    const { app, asAdmin, propose, instance_ids, queue } = await open()
    const { id, issue } = await propose()
    const isBlocked = async (words: string) => {
      expect(await showAction(asAdmin, id)).toMatchObject({
        can_decide: false,
        blocked_reason: expect.stringContaining(words),
      })
      const answer = await approve(asAdmin, id)
      expect(refusal(answer)).toEqual([409, 'action_blocked'])
      expect(answer.body.reason).toContain(words)
    }
    await changeRemediation(app, { enabled: false })
    await isBlocked('turned off')
    await changeRemediation(app, { enabled: true, mode: 'investigate_only' })
    await isBlocked('only investigate')
    await changeRemediation(app, { mode: 'supervised' })
    const change = (table: 'instances' | 'issues', where: string | number, set: object) =>
      app.database.transaction(async tx => {
        await tx
          .updateTable(table)
          .set(set)
          .where('id', '=', where as never)
          .execute()
      })
    const { url } = queue.manager
    await change('instances', instance_ids.movies, { url: 'http://127.0.0.1:9' })
    await isBlocked('another address')
    await change('instances', instance_ids.movies, { url })
    await change('issues', issue.id, { status: 'dismissed' })
    await isBlocked('closed')
    await change('issues', issue.id, { status: 'awaiting_approval' })
    expect(expectOk(await approve(asAdmin, id))).toMatchObject({ status: 'executed' })
  })

  it('of a batch have a verdict each, and one conflict stops nothing', async () => {
    const { asAdmin, propose, queue, app } = await open()
    const [first, second, third] = [await propose(), await propose(), await propose()]
    expectOk(await asAdmin('POST', `${ACTIONS}/${second.id}/deny`, {}))
    await app.database.transaction(async tx => {
      await tx.updateTable('issues').set({ status: 'resolved' }).where('id', '=', third.issue.id).execute()
    })
    const batch = (ids: number[]) => asAdmin('POST', `${ACTIONS}/approve-batch`, { ids })
    const { results } = expectOk(await batch([second.id, third.id, 999_999, 3_000_000_000, first.id]))
    expect(results).toMatchObject([
      { id: second.id, status: 'skipped', detail: expect.any(String) },
      { id: third.id, status: 'error', detail: expect.stringContaining('closed') },
      { id: 999_999, status: 'error', detail: expect.any(String) },
      { id: 3_000_000_000, status: 'error', detail: expect.any(String) },
      { id: first.id, status: 'executed' },
    ])
    expect(queue.removals()).toHaveLength(1)
    expect(refusal(await batch([]))).toEqual([400, 'validation'])
    expect(refusal(await batch([1, 1]))).toEqual([400, 'validation'])
    expect(refusal(await batch(Array.from({ length: 101 }, (_, i) => i + 1)))).toEqual([400, 'validation'])
  })

  it('are no longer needed when the issue is closed, and a call is saved once', async () => {
    const { app, agent, asAdmin, propose } = await open()
    const { id, issue } = await propose()
    const row = await app.database.read
      .selectFrom('agent_actions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { run_id, call_id } = row
    if (run_id === null || call_id === null) throw new Error('it belongs to no call')
    const prepared = {
      ...wanted('rescan', { media_type: 'movie', tmdb_id: MOVIE.requested }),
      facet: '',
      instance: { id: 'x', name: 'x', service_type: 'movie_manager' as const, url: 'http://x' },
    }
    const again = await app.database.withWriteLock('issues', tx =>
      agent.proposals.save(tx, { issue, run_id, call_id }, prepared),
    )
    expect(again).toEqual(row)
    expectOk(await asAdmin('POST', `/api/admin/issues/${issue.id}/dismiss`))
    expect(await showAction(asAdmin, id)).toMatchObject({ status: 'superseded', can_decide: false })
    expect(refusal(await approve(asAdmin, id))).toEqual([409, 'not_awaiting'])
  })

  it('come back to the investigation that asked for it', async () => {
    const { app, asAdmin, propose } = await open()
    const { id, issue } = await propose()
    const { database } = app
    const { run_id } = await database.read
      .selectFrom('agent_actions')
      .select('run_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await database.transaction(async tx => {
      await tx
        .updateTable('agent_runs')
        .set({ active_issue_id: issue.id, finished_at: null })
        .where('id', '=', run_id)
        .execute()
      await tx
        .insertInto('agent_steps')
        .values({
          run_id: run_id ?? 0,
          seq: Number(CALL_ID),
          kind: 'tool',
          tool_name: 'propose_action',
          tool_input: '{}',
          is_error: 0,
          created_at: issue.created_at,
        })
        .execute()
    })
    expectOk(await asAdmin('POST', `${ACTIONS}/${id}/deny`, { note: 'Ask me again\0 tomorrow' }))
    const step = await database.read
      .selectFrom('agent_steps')
      .select('tool_output')
      .where('run_id', '=', run_id)
      .executeTakeFirstOrThrow()
    expect(step.tool_output).toContain('Ask me again tomorrow')
  })

  it('know what was tried before about the same, and whether it came back', async () => {
    const { app, asAdmin, propose } = await open()
    const subject_key = `again-${engine}`
    const tried = await propose({ subject_key })
    expectOk(await approve(asAdmin, tried.id))
    const other = await propose({ subject_key })
    const [prior] = (await showAction(asAdmin, other.id)).prior_attempts ?? []
    expect(prior).toMatchObject({ kind: 'remediate_queue', facet: 'remove', recurred: true })
    expect(await showAction(asAdmin, tried.id)).not.toHaveProperty('prior_attempts')
    // Closed, and nothing of it was seen since.
    const past = '2020-01-01T00:00:00.000Z'
    await app.database.transaction(async tx => {
      await tx.updateTable('issues').set({ closed_at: past }).where('id', '=', tried.issue.id).execute()
    })
    const later = '2099-01-01T00:00:00.000Z'
    await app.database.transaction(async tx => {
      await tx.updateTable('agent_actions').set({ executed_at: later }).where('id', '=', tried.id).execute()
    })
    expect((await showAction(asAdmin, other.id)).prior_attempts).toMatchObject([{ recurred: false }])
  })
})

it('tells the pages and phones of admins, and nobody else may look or decide (1/6)', async () => {
  const { app, admin, users, agent, asAdmin, asUma, instance_ids, ...world } = await buildActing()
  const heard = listenTo(app, { ana: admin, ...users })
  const { queue_id } = await openQueue(
    { ...world, app, admin, users, asAdmin, instance_ids },
    'movie',
  ).begin()
  const issue = await agent.issue('movie', instance_ids.movies, ABOUT.movie)
  const id = await agent.propose(issue, wanted('remediate_queue', { queue_id, action: 'remove' }))
  expectOk(await approve(asAdmin, id))
  const told = { action_id: id, issue_id: issue.id }
  await expect
    .poll(() => heard.of('ana', 'agent_action_pending'))
    .toEqual([{ ...told, status: 'proposed', pending_count: 1 }])
  await expect
    .poll(() => heard.of('ana', 'agent_action_decided'))
    .toEqual([
      { ...told, status: 'executing', pending_count: 0 },
      { ...told, status: 'executed', pending_count: 0 },
    ])
  expect(heard.of('uma', 'agent_action_pending')).toEqual([])
  expect(agent.raised).toMatchObject([
    { type: 'agent_action_pending', audience: { to: 'admins' }, data: { issue_id: issue.id, count: 1 } },
  ])
  for (const [method, path] of [
    ['GET', ACTIONS],
    ['GET', `${ACTIONS}/${id}`],
    ['POST', `${ACTIONS}/${id}/approve`],
    ['POST', `${ACTIONS}/${id}/deny`],
  ] as const)
    expect((await asUma(method, path, method === 'POST' ? {} : undefined)).status).toBe(403)
})
