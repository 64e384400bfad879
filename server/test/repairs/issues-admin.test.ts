import { MOVIE } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { type Call, refusal } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { adminList, ISSUE_PARTS, issueOf, reported, setRemediation } from '#test/issue-calls.ts'
import { buildWorld } from '#test/world.ts'

const ADMIN = '/api/admin/issues'
const idsOf = (list: { issues: { id: number }[] }) => list.issues.map(({ id }) => id)

describe('issues for admins (2/4.9)', () => {
  const world = shareAmongTests(() => buildWorld({ ...ISSUE_PARTS, instances: ['movies'], grants: {} }))
  const reportMovie = (as: Call, tmdb_id: number) =>
    reported(as, { instance_id: world().instance_ids.movies, media_type: 'movie', tmdb_id })

  it('are listed with all open ones first, then as many closed ones as requested', async () => {
    const { app, asUma, asAdmin } = world()
    const before = await adminList(asAdmin)
    const ids: number[] = []
    for (const tmdb_id of [MOVIE.with_file, MOVIE.downloading, MOVIE.unmonitored, MOVIE.requested]) {
      app.clock.advance(1000)
      ids.push(await reportMovie(asUma, tmdb_id))
    }
    const [first = 0, second = 0, third = 0, fourth = 0] = ids
    for (const id of [second, first]) {
      app.clock.advance(1000)
      expect((await asAdmin('POST', `${ADMIN}/${id}/dismiss`)).body).toEqual({ ok: true })
    }
    const mine = async (query: string) =>
      idsOf(await adminList(asAdmin, query)).filter(id => ids.includes(id))
    expect(await mine('')).toEqual([fourth, third, first, second])
    // The latest change comes first.
    app.clock.advance(1000)
    await asUma('POST', `/api/issues/${third}/reply`, { body: 'Well?' })
    expect(await mine('?status=open')).toEqual([third, fourth])
    expect(await mine('?status=closed')).toEqual([first, second])
    expect(await mine('?status=observing')).toEqual([third, fourth])
    expect(await mine('?status=dismissed&closed_limit=1')).toEqual([first])
    expect(await mine('?status=needs_admin')).toEqual([])
    const closed_total = before.closed_total + 2
    const unread_total = before.unread_total + 2
    for (const limit of ['0', '-5']) {
      const list = await adminList(asAdmin, `?closed_limit=${limit}`)
      expect(list).toMatchObject({ closed_total, unread_total })
      expect(list.issues.filter((one: { closed_at?: string }) => one.closed_at)).toEqual([])
    }
    for (const limit of ['99999', '99999999999', '-99999999999'])
      expect(await adminList(asAdmin, `?closed_limit=${limit}`)).toMatchObject({ closed_total })
    for (const query of ['?status=lost', '?closed_limit=many'])
      expect(refusal(await asAdmin('GET', `${ADMIN}${query}`))).toEqual([400, 'validation'])
    expect(refusal(await asUma('GET', ADMIN))).toEqual([403, 'forbidden'])
  })

  it.each([
    ['resolved', undefined, 'Marked as resolved by ana.'],
    ['resolved', ' \n', 'Marked as resolved by ana.'],
    ['resolved', 'Replaced the file.', 'Replaced the file.'],
    ['wont_fix', '', 'ana decided to leave it as it is.'],
  ] as const)('are closed as %s with the note %j', async (disposition, note, resolution) => {
    const { app, asBob, asAdmin } = world()
    const id = await reportMovie(asBob, MOVIE.no_poster)
    const path = `${ADMIN}/${id}/resolve`
    const answer = await asAdmin('POST', path, { disposition, note })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      id,
      status: disposition,
      resolution,
      resolution_kind: 'admin_completed',
      closed_at: app.clock.now().toISOString(),
      read: true,
    })
    // The reporter reads what the admin wrote.
    const { issue, thread } = await issueOf(asBob, id)
    expect(issue).toMatchObject({ status: disposition, resolution })
    expect(thread.at(-1)).toMatchObject({ author_kind: 'admin', author_name: 'ana', body: resolution })
    expect(refusal(await asAdmin('POST', path, { disposition }))).toEqual([409, 'conflict'])
    expect(refusal(await asAdmin('POST', `${ADMIN}/${id}/dismiss`))).toEqual([409, 'conflict'])
  })

  it('refuse a note that is too long, an unknown disposition, and an unknown issue', async () => {
    const { asBob, asAdmin } = world()
    const id = await reportMovie(asBob, MOVIE.in_cinemas)
    const path = `${ADMIN}/${id}/resolve`
    const long = { disposition: 'resolved', note: 'x'.repeat(8193) }
    expect(refusal(await asAdmin('POST', path, long))).toEqual([400, 'validation'])
    expect(refusal(await asAdmin('POST', path, { disposition: 'ignored' }))).toEqual([400, 'validation'])
    expect(refusal(await asAdmin('POST', `${ADMIN}/${id}/reopen`))).toEqual([409, 'conflict'])
    for (const unknown of ['999999', '9999999999999']) {
      const none = `${ADMIN}/${unknown}`
      expect(refusal(await asAdmin('POST', `${none}/resolve`, { disposition: 'resolved' }))).toEqual([
        404,
        'not_found',
      ])
      for (const what of ['dismiss', 'reopen'])
        expect(refusal(await asAdmin('POST', `${none}/${what}`))).toEqual([404, 'not_found'])
    }
    expect(refusal(await asAdmin('POST', `${ADMIN}/abc/dismiss`))).toEqual([400, 'validation'])
  })

  it('can be reopened by an admin, unless the same problem is open already', async () => {
    const { asBob, asAdmin } = world()
    const id = await reportMovie(asBob, MOVIE.upcoming)
    await asAdmin('POST', `${ADMIN}/${id}/dismiss`)
    const reopened = await asAdmin('POST', `${ADMIN}/${id}/reopen`)
    expect([reopened.status, reopened.body]).toMatchObject([
      200,
      { id, status: 'needs_admin', read: true, resolution: '', resolution_kind: '' },
    ])
    expect(reopened.body).not.toHaveProperty('closed_at')
    expect((await issueOf(asBob, id)).issue).toMatchObject({ status: 'needs_admin', can_confirm_fixed: true })
    // It is the open issue of its scope again.
    expect(await reportMovie(asBob, MOVIE.upcoming)).toBe(id)

    await asAdmin('POST', `${ADMIN}/${id}/dismiss`)
    const newer = await reportMovie(asBob, MOVIE.upcoming)
    const twice = await asAdmin('POST', `${ADMIN}/${id}/reopen`)
    expect([twice.status, twice.body]).toMatchObject([
      409,
      { code: 'duplicate_issue', existing_issue_id: newer },
    ])
  })

  it('only one of two decisions at the same moment counts', async () => {
    const { asBob, asAdmin } = world()
    const id = await reportMovie(asBob, MOVIE.absent)
    const both = await Promise.all([
      asAdmin('POST', `${ADMIN}/${id}/resolve`, { disposition: 'resolved' }),
      asAdmin('POST', `${ADMIN}/${id}/dismiss`),
    ])
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    expect((await issueOf(asAdmin, id)).thread).toHaveLength(1)
  })

  it('count as unread after they are resolved only if an admin wants that', async () => {
    const { app, asBob, asAdmin } = world()
    const unread = async () => (await adminList(asAdmin)).unread_total
    await setRemediation(app, { mark_resolved_as_read: false })
    const before = await unread()
    const kept = await reportMovie(asBob, MOVIE.adult)
    await asBob('POST', `/api/issues/${kept}/confirm-fixed`)
    expect(await unread()).toBe(before + 1)
    await setRemediation(app, { mark_resolved_as_read: true })
    const marked = await reportMovie(asBob, MOVIE.adult)
    expect(await unread()).toBe(before + 2)
    await asBob('POST', `/api/issues/${marked}/confirm-fixed`)
    expect(await unread()).toBe(before + 1)
    // The checklist knows that the settings were saved (1/4.15).
    const { items } = (await asAdmin('GET', '/api/admin/setup-status')).body
    expect(items).toContainEqual(expect.objectContaining({ key: 'remediation', configured: true }))
    expect((await asAdmin('GET', '/api/admin/attention')).body).toMatchObject({ issues_unread: before + 1 })
  })
})
