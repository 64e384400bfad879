import { MOVIE } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { type Call, expectOk, refusal, setGrants } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { adminList, ISSUE_PARTS, issueOf, listOf, report, reported } from '#test/issue-calls.ts'
import { listenTo } from '#test/request-events.ts'
import { buildWorld } from '#test/world.ts'

const noticesOf = async (as: Call, issue_id: number): Promise<string[]> =>
  expectOk(await as('GET', '/api/notifications/inbox?limit=100'))
    .entries.filter((one: { data: { issue_id?: number } }) => one.data.issue_id === issue_id)
    .map((one: { type: string }) => one.type)

describe('the thread of a report (2/4.9)', () => {
  const world = shareAmongTests(() =>
    buildWorld({ ...ISSUE_PARTS, instances: ['movies', 'books'], grants: {} }),
  )
  /** Each test reports with a title of its own. */
  const reportMovie = (as: Call, tmdb_id: number) =>
    reported(as, {
      instance_id: world().instance_ids.movies,
      media_type: 'movie',
      tmdb_id,
      reason: 'Blurry.',
    })

  it('is written by its reporter and by admins, and each side is notified of the other', async () => {
    const { app, asUma, asBob, asAdmin, users, admin, settle } = world()
    const id = await reportMovie(asUma, MOVIE.with_file)
    const path = `/api/issues/${id}/reply`
    const heard = listenTo(app, { uma: users.uma, bob: users.bob, admin })
    // Only an admin who opens it marks it as read for admins.
    await issueOf(asUma, id)
    expect((await adminList(asAdmin)).issues).toContainEqual(expect.objectContaining({ id, read: false }))
    const unread = (await adminList(asAdmin)).unread_total
    expect((await issueOf(asAdmin, id)).issue).toMatchObject({ read: true, instance_name: 'Movies' })
    expect((await adminList(asAdmin)).unread_total).toBe(unread - 1)

    expect(refusal(await asBob('POST', path, { body: 'Me too' }))).toEqual([404, 'not_found'])
    expect(refusal(await asBob('GET', `/api/issues/${id}`))).toEqual([404, 'not_found'])
    for (const body of ['', ' \n', '\u0000\u0007', 'x'.repeat(8193)])
      expect(refusal(await asUma('POST', path, { body }))).toEqual([400, 'validation'])

    expect((await asAdmin('POST', path, { body: 'Which player?' })).body).toEqual({ ok: true })
    expect(await listOf(asUma)).toContainEqual(expect.objectContaining({ id, read: false }))
    const { issue, thread } = await issueOf(asUma, id)
    expect(issue).toMatchObject({ read: true, status: 'observing' })
    expect(issue).not.toHaveProperty('instance_name')
    expect(thread).toMatchObject([
      { author_kind: 'user', author_name: 'uma', body: 'Blurry.' },
      { author_kind: 'admin', author_name: 'ana', body: 'Which player?' },
    ])
    expect((await asUma('POST', path, { body: '  The TV.\r\n' })).body).toEqual({ ok: true })
    expect((await adminList(asAdmin)).issues[0]).toMatchObject({ id, read: false })
    expect((await issueOf(asAdmin, id)).thread.at(-1)).toMatchObject({ author_kind: 'user', body: 'The TV.' })

    const event = { issue_id: id, status: 'observing' }
    for (const name of ['uma', 'admin'] as const)
      expect(heard.of(name, 'issue_updated')).toEqual([event, event])
    expect(heard.of('bob', 'issue_updated')).toEqual([])
    await settle()
    expect(await noticesOf(asAdmin, id)).toEqual(['issue_question', 'issue_created'])
    expect(await noticesOf(asUma, id)).toEqual(['issue_report_update'])
  })

  it('is closed when its reporter, and nobody else, says that the problem is gone (C50)', async () => {
    const { app, asUma, asBob, asAdmin, users, admin, settle } = world()
    const id = await reportMovie(asUma, MOVIE.downloading)
    const path = `/api/issues/${id}/confirm-fixed`
    const heard = listenTo(app, { uma: users.uma, admin })
    expect(refusal(await asAdmin('POST', path))).toEqual([403, 'forbidden'])
    expect(refusal(await asBob('POST', path))).toEqual([403, 'forbidden'])
    expect(refusal(await asUma('POST', '/api/issues/999999/confirm-fixed'))).toEqual([404, 'not_found'])
    expect((await asUma('POST', path)).body).toEqual({ ok: true })
    expect((await issueOf(asUma, id)).issue).toMatchObject({
      status: 'resolved',
      resolution: 'You confirmed that it is fixed.',
      resolution_kind: 'reporter_confirmed',
      closed_at: app.clock.now().toISOString(),
      can_confirm_fixed: false,
      read: true,
    })
    expect(refusal(await asUma('POST', path))).toEqual([409, 'conflict'])
    for (const as of [asUma, asAdmin])
      expect(refusal(await as('POST', `/api/issues/${id}/reply`, { body: 'Hm' }))).toEqual([
        409,
        'issue_closed',
      ])
    expect(heard.of('uma', 'issue_closed')).toEqual([{ issue_id: id, status: 'resolved' }])
    expect(heard.of('admin', 'issue_fix_confirm')).toEqual([{ issue_id: id, status: 'resolved' }])
    await settle()
    expect(await noticesOf(asAdmin, id)).toEqual(['issue_fix_confirm', 'issue_created'])
    expect(await noticesOf(asUma, id)).toEqual([])
    // Reporting it again begins another one.
    expect(await reportMovie(asUma, MOVIE.downloading)).not.toBe(id)
  })

  it('stays visible to a reporter who lost access to the library, and names no library (2/4.9)', async () => {
    const { asAdmin, addUser, instance_ids } = world()
    const { session: dee, call: asDee } = await addUser('dee')
    const grantBooks = (...ids: string[]) => setGrants(asAdmin, dee.user.id, { book_manager: ids })
    await grantBooks(instance_ids.books)
    const book = {
      instance_id: instance_ids.books,
      media_type: 'book',
      foreign_id: 'hc:1',
      book_format: 'ebook',
    }
    const id = await reported(asDee, { ...book, reason: 'Empty pages.' })
    const rename = { name: 'The reading room' }
    expectOk(await asAdmin('PUT', `/api/admin/instances/${instance_ids.books}`, rename))
    expect((await issueOf(asAdmin, id)).issue).toMatchObject({ instance_name: rename.name })
    await grantBooks()
    expect(refusal(await report(asDee, book))).toEqual([403, 'instance_forbidden'])
    expect(await listOf(asDee)).toMatchObject([{ id, detail: 'Empty pages.' }])
    expect((await asDee('POST', `/api/issues/${id}/reply`, { body: 'Still there?' })).status).toBe(200)
    expect(JSON.stringify(await issueOf(asDee, id))).not.toMatch(/Books|reading room/)

    // An account that is deleted leaves its report behind, without a name.
    expectOk(await asAdmin('DELETE', `/api/admin/users/${dee.user.id}`))
    const { issue, thread } = await issueOf(asAdmin, id)
    expect(issue).toMatchObject({ id, status: 'observing', detail: 'Empty pages.' })
    expect(issue).not.toHaveProperty('reporter_id')
    expect(thread[0]).not.toHaveProperty('author_name')
    expect(refusal(await asDee('GET', `/api/issues/${id}`))).toEqual([401, 'session_revoked'])
    // So does a deleted library.
    expectOk(await asAdmin('DELETE', `/api/admin/instances/${instance_ids.books}`))
    expect((await issueOf(asAdmin, id)).issue).toMatchObject({
      instance_id: instance_ids.books,
      instance_name: 'Books',
    })
  })
})
