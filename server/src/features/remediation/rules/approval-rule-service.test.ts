import type { ActionStatus } from '@foyer/contract/remediation/agent-actions'
import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import type { NewAlert } from '#features/notifications/index.ts'
import { addPeople } from '#test/build-alerts.ts'
import { describeEachEngine } from '#test/engines.ts'
import { seedAction, seedIssue } from '#test/seed-remediation.ts'
import { createTestClock } from '#test/test-clock.ts'
import type { ActionRecord } from '../actions/agent-action.ts'
import type { Triple } from './approval-rule.ts'
import { createApprovalRuleService } from './approval-rule-service.ts'

const LABEL = 'Stalled download: block the release and search again'
const TRIPLE: Triple = {
  problem_kind: 'stalled',
  action_kind: 'remediate_queue',
  action_facet: 'blocklist_search',
}
const CALLER = { user_id: 1, username: 'ana' } as never

function build(database: Database) {
  const clock = createTestClock()
  const published: unknown[] = []
  const raised: NewAlert[] = []
  const service = createApprovalRuleService({
    database,
    clock,
    events: { publish: async (_tx, event, audience) => void published.push({ ...event, audience }) },
    alerts: { raise: async (_tx, alert) => void raised.push(alert) },
  })
  const { rules } = service
  return {
    ...service,
    clock,
    published,
    raised,
    arm: (action_id: number) =>
      database.withWriteLock('issues', tx => rules.arm(tx, TRIPLE, { user_id: 1, action_id })),
    end: async (action_id: number, status: ActionStatus) => {
      const action = await database.transaction(tx =>
        tx
          .updateTable('agent_actions')
          .set({ status })
          .where('id', '=', action_id)
          .returningAll()
          .executeTakeFirstOrThrow(),
      )
      await database.withWriteLock('issues', tx => rules.actionEnded(tx, action))
    },
    close: (id: number, status: 'resolved' | 'wont_fix' | 'failed' | 'dismissed') =>
      database.withWriteLock('issues', tx => service.issueClosed(tx, { id, status })),
    active: () => database.withWriteLock('issues', tx => rules.findActive(tx, TRIPLE)),
    one: async () => (await service.list())[0],
  }
}

/** A rule and an action that it approved. */
async function armed(database: Database) {
  await addPeople(database, ['ana', 'admin'])
  const issue_id = await seedIssue(database)
  const world = build(database)
  const rule_id = await world.arm(1)
  const automatic = { issue_id, auto_rule_id: rule_id, auto_rule_label: LABEL }
  const action_id = await seedAction(database, { ...automatic, status: 'executing' })
  return { ...world, database, issue_id, rule_id, action_id }
}

async function armedLater(database: Database) {
  await addPeople(database, ['ana', 'admin'])
  return { ...build(database), database, issue_id: await seedIssue(database) }
}

const decided = { decided_by: 1, decided_at: '2026-11-15T08:00:00.000Z' } as const

describeEachEngine('approval rules', open => {
  it('are candidates once an admin approved the fix by hand', async () => {
    const database = await open()
    await addPeople(database, ['ana', 'admin'])
    const issue_id = await seedIssue(database)
    const { candidates, create } = build(database)
    const waiting = [
      { issue_id },
      { issue_id, ...decided, status: 'denied' },
      { issue_id, ...decided, status: 'superseded' },
      { issue_id, status: 'executed', decided_at: decided.decided_at, auto_rule_id: 9 },
      { issue_id, ...decided, status: 'executed', problem_kind: null },
      { issue_id, ...decided, status: 'executed', facet: 'of a later version' },
    ] as const
    for (const action of waiting) await seedAction(database, action)
    expect(await candidates()).toEqual([])
    await expect(create(CALLER, TRIPLE)).rejects.toMatchObject({ code: 'not_hand_approved' })

    await seedAction(database, { issue_id, ...decided, status: 'failed' })
    const last_approved_at = '2026-11-15T08:30:00.000Z'
    const newest = { issue_id, decided_by: null, decided_at: last_approved_at, status: 'executing' } as const
    const seed_action_id = await seedAction(database, newest)
    const other = { ...newest, decided_at: '2026-11-15T08:40:00.000Z', kind: 'rescan', facet: '' } as const
    await seedAction(database, other)
    expect(await candidates()).toEqual([
      {
        problem_kind: 'stalled',
        action_kind: 'rescan',
        action_facet: '',
        label: 'Stalled download: scan the files again',
        approved_count: 1,
        last_approved_at: other.decided_at,
      },
      { ...TRIPLE, label: LABEL, approved_count: 2, last_approved_at },
    ])

    const { rule_id } = await create(CALLER, TRIPLE)
    expect((await candidates()).map(one => one.action_kind)).toEqual(['rescan'])
    expect(await build(database).one()).toMatchObject({ id: rule_id, seed_action_id, created_by: 1 })
    await expect(create(CALLER, TRIPLE)).rejects.toMatchObject({
      code: 'rule_exists',
      details: { extra: { rule_id } },
    })
  })

  it('are made once by two admins at the same time', async () => {
    const database = await open()
    await addPeople(database, ['ana', 'admin'])
    await seedAction(database, { issue_id: await seedIssue(database), ...decided, status: 'executed' })
    const { create, list } = build(database)
    const outcomes = await Promise.allSettled([create(CALLER, TRIPLE), create(CALLER, TRIPLE)])
    expect(outcomes.map(one => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(one => one.status === 'rejected')?.reason).toMatchObject({ code: 'rule_exists' })
    expect(await list()).toHaveLength(1)
  })

  it('approve what fits exactly while they are active, and count it', async () => {
    const { database, rules, rule_id, active, pause, resume, one, clock } = await armed(await open())
    expect(await active()).toEqual({ id: rule_id, label: LABEL })
    const others: Triple[] = [
      { ...TRIPLE, action_facet: 'remove' },
      { ...TRIPLE, problem_kind: 'download_failed' },
      { ...TRIPLE, action_kind: 'rescan', action_facet: '' },
    ]
    for (const triple of others) {
      expect(await database.withWriteLock('issues', tx => rules.findActive(tx, triple))).toBeNull()
    }
    clock.advance(1000)
    await database.withWriteLock('issues', tx => rules.countApproval(tx, rule_id))
    await database.withWriteLock('issues', tx => rules.countHandApproval(tx, TRIPLE))
    expect(await one()).toMatchObject({
      approved_count: 1,
      last_approved_at: '2026-11-15T09:00:01.000Z',
      approved_since_pause: 0,
    })

    await pause(CALLER, rule_id)
    expect([await active(), await rules.isActive(database.read, rule_id)]).toEqual([null, false])
    await database.withWriteLock('issues', tx => rules.countHandApproval(tx, TRIPLE))
    expect(await one()).toMatchObject({ approved_since_pause: 1, approved_count: 1 })
    await resume(rule_id)
    expect([(await active())?.id, await rules.isActive(database.read, rule_id)]).toEqual([rule_id, true])
    expect((await one())?.approved_since_pause).toBe(0)
  })

  it('offer to be armed or woken while a proposal waits', async () => {
    const { database, rules, pause, arm, rule_id, remove, issue_id } = await armed(await open())
    const offer = async (change: Partial<ActionRecord> = {}) => {
      const id = await seedAction(database, { issue_id })
      const row = await database.read
        .selectFrom('agent_actions')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return rules.offerFor(database.read, { ...row, ...change })
    }
    expect(await offer()).toBeUndefined()
    await pause(CALLER, rule_id)
    expect(await offer()).toEqual({ ...TRIPLE, label: LABEL, reactivates_paused_rule: true })
    expect(await arm(5)).toBe(rule_id)
    expect(await offer()).toBeUndefined()
    await remove(rule_id)
    expect(await offer()).toEqual({ ...TRIPLE, label: LABEL, reactivates_paused_rule: false })
    expect(await offer({ status: 'executed' })).toBeUndefined()
    expect(await offer({ problem_kind: null })).toBeUndefined()
  })

  it.each([
    ['failed', 'The fix failed.'],
    ['outcome_unknown', 'It is not known whether the fix was made.'],
  ] as const)('2/4.9: pause themselves when a fix is %s, once', async (status, reason) => {
    const { end, action_id, rule_id, issue_id, one, published, raised } = await armed(await open())
    await end(action_id, 'executed')
    expect((await one())?.status).toBe('active')
    await end(action_id, status)
    await end(action_id, status)
    expect(await one()).toMatchObject({
      status: 'paused',
      paused_reason: reason,
      paused_at: '2026-11-15T09:00:00.000Z',
      paused_by_issue_id: issue_id,
    })
    const audience = { to: 'admins' }
    expect(published).toEqual([{ type: 'agent_autoapproval_paused', data: { rule_id, reason }, audience }])
    expect(raised).toEqual([
      { type: 'agent_autoapproval_paused', audience, data: { issue_id, title: LABEL, reason } },
    ])
  })

  it.each(['wont_fix', 'failed', 'dismissed'] as const)(
    '2/4.9: pause themselves when the issue is closed as %s',
    async status => {
      const { close, issue_id, one, published, raised } = await armed(await open())
      await close(issue_id, status)
      expect(await one()).toMatchObject({
        status: 'paused',
        paused_by_issue_id: issue_id,
        resolved_count: 0,
      })
      expect([published.length, raised.length]).toEqual([1, 1])
    },
  )

  it('go on after hand-approved fixes that failed, and after issues of others', async () => {
    const { database, end, close, one, raised, issue_id } = await armed(await open())
    await end(await seedAction(database, { issue_id, ...decided }), 'failed')
    await close(await seedIssue(database), 'dismissed')
    expect([(await one())?.status, raised]).toEqual(['active', []])
  })

  it('pause when the very fix that they were armed or woken with failed', async () => {
    const { database, arm, end, one, issue_id } = await armedLater(await open())
    const action_id = await seedAction(database, { issue_id, ...decided, status: 'executing' })
    await arm(action_id)
    expect((await one())?.status).toBe('active')
    await end(action_id, 'failed')
    expect((await one())?.status).toBe('paused')
    // Woken by the approval of a later one.
    const later_id = await seedAction(database, { issue_id, ...decided, status: 'executing' })
    await arm(later_id)
    expect(await one()).toMatchObject({ status: 'active', seed_action_id: later_id })
    await end(action_id, 'failed')
    expect((await one())?.status).toBe('active')
    await end(later_id, 'outcome_unknown')
    expect((await one())?.status).toBe('paused')
  })

  it('are credited once for an issue that their fix resolved', async () => {
    const { database, rule_id, issue_id, action_id, end, close, one, clock } = await armed(await open())
    await seedAction(database, { issue_id, auto_rule_id: rule_id, status: 'executed' })
    await end(action_id, 'executed')
    clock.advance(1000)
    await close(issue_id, 'resolved')
    const credited = { status: 'active', resolved_count: 1, last_resolved_at: '2026-11-15T09:00:01.000Z' }
    expect(await one()).toMatchObject(credited)
    // Reopened and resolved again.
    clock.advance(1000)
    await close(issue_id, 'resolved')
    expect(await one()).toMatchObject(credited)
    await close(await seedIssue(database), 'resolved')
    expect(await one()).toMatchObject(credited)
  })

  it('leave their name on actions when they are deleted', async () => {
    const { database, rule_id, issue_id, action_id, remove, end, close, raised } = await armed(await open())
    await remove(rule_id)
    await expect(remove(rule_id)).rejects.toMatchObject({ code: 'not_found' })
    await end(action_id, 'failed')
    await close(issue_id, 'dismissed')
    const action = await database.read
      .selectFrom('agent_actions')
      .select(['auto_rule_id', 'auto_rule_label'])
      .where('id', '=', action_id)
      .executeTakeFirst()
    expect([action, raised]).toEqual([{ auto_rule_id: rule_id, auto_rule_label: LABEL }, []])
  })

  it('do not approve what is proposed while a pause is being saved', async () => {
    const { database, rules, rule_id, pause } = await armed(await open())
    const [paused, found] = await Promise.all([
      pause(CALLER, rule_id),
      database.withWriteLock('issues', async tx => {
        const rule = await rules.findActive(tx, TRIPLE)
        if (rule) await rules.countApproval(tx, rule.id)
        return rule
      }),
    ])
    // Either order is right, but never an approval that the answer to the pause does not know of.
    expect(paused).toMatchObject({ status: 'paused', approved_count: found ? 1 : 0 })
  })
})
