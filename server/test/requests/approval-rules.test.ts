import { describe, expect, it } from 'vitest'
import { expectOk, refusal } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { seedAction, seedIssue } from '#test/seed-remediation.ts'
import { buildWorld } from '#test/world.ts'

const RULES = '/api/admin/agent-approval-rules'

describe('approval rules (2/4.9, R2)', () => {
  const shared = shareAmongTests(() => buildWorld())

  /** An admin approved this fix by hand, and it was made. */
  async function handApproved(kind: 'rescan' | 'trigger_search' | 'grab_release') {
    const { app, admin, asAdmin } = shared()
    const issue_id = await seedIssue(app.database, { problem_kind: 'import_blocked' })
    const decided = { decided_by: admin.user.id, decided_at: '2026-11-15T09:00:00.000Z' }
    const made = { issue_id, kind, facet: '', problem_kind: 'import_blocked', status: 'executed' } as const
    const action_id = await seedAction(app.database, { ...made, ...decided })
    const triple = { problem_kind: 'import_blocked', action_kind: kind, action_facet: '' }
    return { ...shared(), asAdmin, triple, action_id }
  }

  it('are made from candidates, once', async () => {
    const { asAdmin, admin, triple, action_id } = await handApproved('rescan')
    const label = 'Blocked import: scan the files again'
    const candidates = async () => expectOk(await asAdmin('GET', `${RULES}/candidates`)).candidates
    expect(await candidates()).toContainEqual({
      ...triple,
      label,
      approved_count: 1,
      last_approved_at: '2026-11-15T09:00:00.000Z',
    })
    const made = await asAdmin('POST', RULES, triple)
    expect([made.status, made.body]).toEqual([201, { rule_id: expect.any(Number), status: 'active' }])
    const { rule_id } = made.body
    expect(await candidates()).not.toContainEqual(expect.objectContaining(triple))
    expect(expectOk(await asAdmin('GET', RULES)).rules).toContainEqual({
      id: rule_id,
      ...triple,
      label,
      status: 'active',
      approved_since_pause: 0,
      created_by: admin.user.id,
      created_by_name: admin.user.username,
      seed_action_id: action_id,
      approved_count: 0,
      resolved_count: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const again = await asAdmin('POST', RULES, triple)
    expect([again.status, again.body.code, again.body.rule_id]).toEqual([409, 'rule_exists', rule_id])
    await asAdmin('POST', `${RULES}/${rule_id}/pause`)
    expect((await asAdmin('POST', RULES, triple)).body.rule_id).toBe(rule_id)
  })

  it('are refused for what does not exist, and for what nobody approved by hand', async () => {
    const { asAdmin } = shared()
    const triple = { problem_kind: 'disk_space', action_kind: 'manual_import', action_facet: 'force' }
    expect(refusal(await asAdmin('POST', RULES, triple))).toEqual([409, 'not_hand_approved'])
    const wrong = [
      { ...triple, problem_kind: 'bad_weather' },
      { ...triple, action_kind: 'reboot' },
      { ...triple, action_facet: 'gently' },
      { ...triple, action_facet: undefined },
      { ...triple, problem_kind: 7 },
      {},
    ]
    for (const body of wrong) expect(refusal(await asAdmin('POST', RULES, body))).toEqual([400, 'validation'])
  })

  it('are paused, resumed and deleted, as often as somebody says so', async () => {
    const { asAdmin, admin, triple } = await handApproved('trigger_search')
    const { rule_id } = expectOk(await asAdmin('POST', RULES, triple))
    const paused = expectOk(await asAdmin('POST', `${RULES}/${rule_id}/pause`))
    expect(paused).toMatchObject({
      id: rule_id,
      status: 'paused',
      paused_reason: `Paused by ${admin.user.username}.`,
      paused_at: expect.any(String),
    })
    expect(paused).not.toHaveProperty('paused_by_issue_id')
    shared().app.clock.advance(1000)
    expect(expectOk(await asAdmin('POST', `${RULES}/${rule_id}/pause`))).toEqual(paused)
    const resumed = expectOk(await asAdmin('POST', `${RULES}/${rule_id}/resume`))
    expect(resumed).toMatchObject({ id: rule_id, status: 'active' })
    expect(Object.keys(resumed).filter(key => key.startsWith('paused'))).toEqual([])
    shared().app.clock.advance(1000)
    expect(expectOk(await asAdmin('POST', `${RULES}/${rule_id}/resume`))).toEqual(resumed)

    const removed = await asAdmin('DELETE', `${RULES}/${rule_id}`)
    expect([removed.status, removed.body]).toEqual([200, { ok: true }])
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
    ] as const) {
      expect(refusal(await asAdmin(method, `${RULES}/${rule_id}${path}`))).toEqual([404, 'not_found'])
    }
    expect(refusal(await asAdmin('POST', `${RULES}/first/pause`))).toEqual([400, 'validation'])
    // Without its rule, the same fix is a candidate again.
    expect(expectOk(await asAdmin('GET', `${RULES}/candidates`)).candidates).toContainEqual(
      expect.objectContaining(triple),
    )
  })
})
