import { hang, status } from '@foyer/simulators'
import { describe, expect, it, vi } from 'vitest'
import { refusal } from '#test/household.ts'
import { type ReleaseHouse, startReleases } from '#test/releases-world.ts'

const FEED = '/api/me/calendar-feed'

async function makeLink({ app }: ReleaseHouse, token: string): Promise<string> {
  const answer = await app.call('POST', FEED, { token })
  expect(answer.status).toBe(201)
  return new URL(answer.body.url).pathname
}

/** The file without folds, as text. */
async function fetchFile({ app }: ReleaseHouse, path: string) {
  const answer = await app.call('GET', path)
  return { ...answer, text: answer.raw.toString().replaceAll('\r\n ', '') }
}

describe('calendar links (1/I)', () => {
  it('show once what they are, and afterwards only that they are', async () => {
    const house = await startReleases({ env: { APP_BASE_PATH: '/foyer' } })
    const { app, bob } = house
    expect((await app.call('GET', FEED, { token: bob.token })).body).toEqual({ active: false })
    const made = await app.call('POST', FEED, { token: bob.token })
    expect(made.body.url).toMatch(/^http:\/\/[^/]+\/foyer\/api\/calendar\/cal_[\w-]{43}\.ics$/)
    const state = await app.call('GET', FEED, { token: bob.token })
    expect(state.body).toEqual({ active: true, created_at: made.body.created_at })
    const secret = /cal_[\w-]{43}/.exec(made.body.url)?.[0] ?? ''
    await app.call('GET', new URL(made.body.url).pathname.replace('/foyer', ''))
    const rows = await app.database.read.selectFrom('calendar_feeds').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(app.log.entries)).not.toContain(secret)
  })

  it('open without a session what their owner sees, as an iCalendar file', async () => {
    const house = await startReleases()
    const path = await makeLink(house, house.bob.token)
    const file = await fetchFile(house, path)
    expect([file.status, file.headers['content-type'], file.headers['cache-control']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'no-store',
    ])
    expect(file.text).toContain('SUMMARY:Paper Lanterns – on disc\r\n')
    expect(file.text).toContain('DTSTART;VALUE=DATE:20261120\r\n')
    expect(file.text).toMatch(/DTSTART:20261119T\d{6}Z\r\n/)
    // The window is wider than a page's: the movie of 30 December is in it, what nobody wants is not.
    expect(file.text).toContain('SUMMARY:Tomorrow\\, the Sea – in cinemas\r\n')
    expect(file.text).not.toContain('The Grand Matinee')
    expect(file.text).not.toContain('CATEGORIES:Music')
    const uids = file.text.match(/UID:.*/g) ?? []
    expect(new Set(uids).size).toBe(uids.length)
    const again = await fetchFile(house, path)
    expect(again.text.match(/UID:.*/g)).toEqual(uids)
  })

  it('end when replaced or revoked, with the same answer as one that never was', async () => {
    const house = await startReleases()
    const { app, bob, kim } = house
    const first = await makeLink(house, bob.token)
    const kims = await makeLink(house, kim.token)
    const second = await makeLink(house, bob.token)
    const gone = await app.call('GET', first)
    expect(refusal(gone)).toEqual([404, 'not_found'])
    expect((await app.call('GET', second)).status).toBe(200)
    expect((await app.call('DELETE', FEED, { token: bob.token })).status).toBe(204)
    expect((await app.call('DELETE', FEED, { token: bob.token })).status).toBe(204)
    for (const path of [second, `/api/calendar/cal_${'a'.repeat(43)}.ics`, '/api/calendar/x']) {
      expect((await app.call('GET', path)).raw).toEqual(gone.raw)
    }
    expect((await app.call('GET', kims)).status).toBe(200)
    expect((await app.call('GET', FEED, { token: bob.token })).body).toEqual({ active: false })
  })

  it('follow the rights of their owner from one fetch to the next', async () => {
    const house = await startReleases()
    const { app, admin, bob, ids, grant } = house
    const path = await makeLink(house, bob.token)
    await grant(bob.id, { music_manager: [ids.music] })
    expect((await fetchFile(house, path)).text).toContain('CATEGORIES:Music')
    await grant(bob.id, { music_manager: [] })
    expect((await fetchFile(house, path)).text).not.toContain('CATEGORIES:Music')
    await app.call('PUT', `/api/admin/users/${bob.id}/content-policy`, {
      token: admin,
      body: { max_movie_rating: 'PG', max_tv_rating: 'TV-G' },
    })
    const kids = (await fetchFile(house, path)).text
    expect(kids).toContain('Paper Lanterns')
    expect(kids).not.toMatch(/Tomorrow|Weather Office/)
    await app.call('DELETE', `/api/admin/users/${bob.id}`, { token: admin })
    expect(refusal(await app.call('GET', path))).toEqual([404, 'not_found'])
  })

  it('answer 503 while a manager cannot be read, so that calendars keep their copy', async () => {
    const house = await startReleases()
    const path = await makeLink(house, house.bob.token)
    house.world.sonarr.faults.next('GET /api/v3/calendar', status(500))
    const failed = await house.app.call('GET', path)
    expect([...refusal(failed), failed.headers['retry-after']]).toEqual([503, 'unavailable', '300'])
    expect((await house.app.call('GET', path)).status).toBe(200)
  })

  it('that are revoked while they are read show nothing (1:1.4)', async () => {
    const house = await startReleases()
    const { app, bob, world } = house
    const path = await makeLink(house, bob.token)
    world.sonarr.faults.next('GET /api/v3/calendar', hang())
    const pending = app.call('GET', path)
    await vi.waitFor(() => expect(world.sonarr.journal.requests('GET /api/v3/calendar')).toHaveLength(1))
    await app.call('DELETE', FEED, { token: bob.token })
    app.clock.advance(10_000)
    expect(refusal(await pending)).toEqual([404, 'not_found'])
  })
})
