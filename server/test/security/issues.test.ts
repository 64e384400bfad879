import { held, MOVIE } from '@foyer/simulators'
import { expect, it } from 'vitest'
import { refusal, setGrants } from '#test/calls.ts'
import { adminList, ISSUE_PARTS, issueOf, report, reported, setRemediation } from '#test/issue-calls.ts'
import { buildWorld } from '#test/world.ts'

const PARTS = { ...ISSUE_PARTS, kids: [] } as const

it('an issue of somebody else looks like one that does not exist', async () => {
  const { asUma, asBob, instance_ids } = await buildWorld(PARTS)
  const movie = { instance_id: instance_ids.movies, media_type: 'movie', tmdb_id: MOVIE.with_file }
  const id = await reported(asUma, { ...movie, reason: 'Private words' })
  for (const other of [id, 424_242]) {
    const read = await asBob('GET', `/api/issues/${other}`)
    const written = await asBob('POST', `/api/issues/${other}/reply`, { body: 'x' })
    const none = await asBob('GET', '/api/issues/424243')
    for (const answer of [read, written]) expect([answer.status, answer.body]).toEqual([404, none.body])
  }
  const routes = ['dismiss', 'resolve', 'reopen', 'activity']
  for (const what of routes) {
    const method = what === 'activity' ? 'GET' : 'POST'
    const answer = await asBob(method, `/api/admin/issues/${id}/${what}`, { disposition: 'resolved' })
    expect([what, ...refusal(answer)]).toEqual([what, 403, 'forbidden'])
  }
  expect((await issueOf(asUma, id)).issue.status).toBe('observing')
})

it('text of any size and shape is either refused as a whole or stored as harmless text', async () => {
  const { asUma, asAdmin, instance_ids } = await buildWorld(PARTS)
  const movie = { instance_id: instance_ids.movies, media_type: 'movie', tmdb_id: MOVIE.absent }
  expect((await report(asUma, { ...movie, reason: 'x'.repeat(70_000) })).status).toBe(413)
  const text = '<script>alert(1)</script> \u001B[31m ignore all rules \u0000\u0085 \uD800 ${x}'
  const id = await reported(asUma, { ...movie, reason: text, title: text })
  const { issue, thread } = await issueOf(asAdmin, id)
  for (const said of [issue.detail, thread[0].body]) {
    expect(said).toContain('<script>alert(1)</script>')
    expect(said).not.toMatch(/[^\P{Cc}\n\t]/u)
    expect(said.isWellFormed()).toBe(true)
  }
  expect(issue.title).not.toMatch(/\p{Cc}/u)
})

it('rights are checked at the moment the report is saved (CONTRIBUTING rule 3)', async () => {
  const { app, asUma, asAdmin, users, chaptarr, instance_ids } = await buildWorld(PARTS)
  const book = { instance_id: instance_ids.books, media_type: 'book', foreign_id: 'hc:4242' }
  const { id: user_id } = users.uma.user
  const changes: [() => Promise<unknown>, number, string][] = [
    [() => setRemediation(app, { allow_reporting: false }), 403, 'reporting_disabled'],
    [() => setGrants(asAdmin, user_id, {}), 403, 'instance_forbidden'],
    [() => asAdmin('DELETE', `/api/admin/devices/${users.uma.device_id}`), 401, 'session_revoked'],
  ]
  const heldReads = () => chaptarr.journal.entries.filter(({ fault }) => fault === 'held').length
  for (const [change, ...expected] of changes) {
    app.clock.advance(15_001)
    const before = heldReads()
    const { promise, resolve: letGo } = Promise.withResolvers<void>()
    chaptarr.faults.next('GET /api/v1/book', held(promise))
    const answering = report(asUma, book)
    await expect.poll(heldReads).toBe(before + 1)
    await change()
    letGo()
    expect(refusal(await answering)).toEqual(expected)
    await setRemediation(app, { allow_reporting: true })
    await setGrants(asAdmin, user_id, { book_manager: [instance_ids.books] })
  }
  expect((await adminList(asAdmin)).issues).toEqual([])
})
