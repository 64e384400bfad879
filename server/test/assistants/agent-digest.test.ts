import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#kit/durations.ts'
import { expectOk, refusal } from '#test/calls.ts'
import { seedIssue } from '#test/seed-remediation.ts'
import { buildWorld } from '#test/world.ts'

const PATH = '/api/admin/agent-digest'

describe('the digest (2/4.9, C49)', () => {
  it('looks back over 7 days, or 1 to 90, and is sent to admins after a week with issues', async () => {
    const { app, asAdmin, admin } = await buildWorld({ users: ['uma'] })
    const at = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
    await seedIssue(app.database, {
      status: 'resolved',
      resolution_kind: 'library_state_cleared',
      created_at: at(-8 * 86_400_000),
      closed_at: at(-60_000),
    })
    expect(expectOk(await asAdmin('GET', PATH))).toMatchObject({
      days: 7,
      issues_opened: 0,
      issues_resolved: 1,
      self_cleared: 1,
      zero_touch: 1,
      generated_at: at(0),
    })
    expect(expectOk(await asAdmin('GET', `${PATH}?days=90`))).toMatchObject({ days: 90, issues_opened: 1 })
    for (const days of ['0', '91', '-1', '7.5', 'week', '']) {
      expect(refusal(await asAdmin('GET', `${PATH}?days=${days}`))).toEqual([400, 'validation'])
    }

    const digests = () =>
      app.database.read
        .selectFrom('inbox_entries')
        .select(['user_id', 'data'])
        .where('type', '=', 'agent_digest')
        .execute()
    app.clock.stepWallClock(7 * DAY_MS - 1000)
    await app.jobs.settle()
    expect(await digests()).toEqual([])
    await seedIssue(app.database, {
      status: 'resolved',
      resolution_kind: 'admin_completed',
      created_at: at(-1000),
      closed_at: at(-1000),
    })
    app.clock.stepWallClock(1000)
    await app.jobs.settle()
    const [digest, ...more] = await digests()
    expect([digest?.user_id, more]).toEqual([admin.user.id, []])
    expect(JSON.parse(digest?.data ?? '')).toEqual({ count: 1 })

    // The next week is quiet.
    app.clock.stepWallClock(7 * DAY_MS + 1000)
    await app.jobs.settle()
    expect(await digests()).toHaveLength(1)
  })
})
