import { hang, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { type Call, refusal, setGrants } from '#test/calls.ts'
import { eventually } from '#test/eventually.ts'
import { buildReleases, type ReleaseWorld } from '#test/release-lists.ts'

const FEED = '/api/me/calendar-feed'

async function makeLink(as: Call): Promise<string> {
  const answer = await as('POST', FEED)
  expect(answer.status).toBe(201)
  return new URL(answer.body.url).pathname
}

/** The file without folds, as text. */
async function fetchFile({ app }: ReleaseWorld, path: string) {
  const answer = await app.call('GET', path)
  return { ...answer, text: answer.raw.toString().replaceAll('\r\n ', '') }
}

describe('calendar links (1/I)', () => {
  it('show once what they are, and afterwards only that they are', async () => {
    const world = await buildReleases({ APP_BASE_PATH: '/foyer' })
    const { app, asBob } = world
    expect((await asBob('GET', FEED)).body).toEqual({ active: false })
    const made = await asBob('POST', FEED)
    expect(made.body.url).toMatch(/^http:\/\/[^/]+\/foyer\/api\/calendar\/cal_[\w-]{43}\.ics$/)
    const state = await asBob('GET', FEED)
    expect(state.body).toEqual({ active: true, created_at: made.body.created_at })
    const secret = /cal_[\w-]{43}/.exec(made.body.url)?.[0] ?? ''
    await app.call('GET', new URL(made.body.url).pathname.replace('/foyer', ''))
    const rows = await app.database.read.selectFrom('calendar_feeds').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(app.log.entries)).not.toContain(secret)
  })

  it('open without a session what their owner sees, as an iCalendar file', async () => {
    const world = await buildReleases()
    const path = await makeLink(world.asBob)
    const file = await fetchFile(world, path)
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
    const again = await fetchFile(world, path)
    expect(again.text.match(/UID:.*/g)).toEqual(uids)
  })

  it('are in the language of their owner (C58)', async () => {
    const world = await buildReleases({ APP_LANGUAGE: 'nl' })
    const [bobs, kims] = [await makeLink(world.asBob), await makeLink(world.asKim)]
    await world.asBob('PUT', '/api/me/preferences', { language: 'de', timezone: 'Europe/Berlin' })
    const { text } = await fetchFile(world, bobs)
    expect(text).toContain('X-WR-CALNAME:Foyer: Neuerscheinungen\r\nX-WR-TIMEZONE:Europe/Berlin\r\n')
    expect(text).toContain('SUMMARY:Paper Lanterns – auf Disc\r\n')
    expect(text).toMatch(/DESCRIPTION:(In der Bibliothek|Gewünscht) · /)
    expect(text).toContain('CATEGORIES:Filme\r\n')
    expect((await fetchFile(world, kims)).text).toContain('NAME:Foyer: releases\r\n')
  })

  it('end when replaced or revoked, with the same answer as one that never was', async () => {
    const world = await buildReleases()
    const { app, asBob, asKim } = world
    const first = await makeLink(asBob)
    const kims = await makeLink(asKim)
    const second = await makeLink(asBob)
    const gone = await app.call('GET', first)
    expect(refusal(gone)).toEqual([404, 'not_found'])
    expect((await app.call('GET', second)).status).toBe(200)
    expect((await asBob('DELETE', FEED)).status).toBe(204)
    expect((await asBob('DELETE', FEED)).status).toBe(204)
    for (const path of [second, `/api/calendar/cal_${'a'.repeat(43)}.ics`, '/api/calendar/x']) {
      expect((await app.call('GET', path)).raw).toEqual(gone.raw)
    }
    expect((await app.call('GET', kims)).status).toBe(200)
    expect((await asBob('GET', FEED)).body).toEqual({ active: false })
  })

  it('follow the rights of their owner from one fetch to the next', async () => {
    const world = await buildReleases()
    const { app, asAdmin, asBob, users, instance_ids } = world
    const path = await makeLink(asBob)
    await setGrants(asAdmin, users.bob.user.id, { music_manager: [instance_ids.music] })
    expect((await fetchFile(world, path)).text).toContain('CATEGORIES:Music')
    await setGrants(asAdmin, users.bob.user.id, { music_manager: [] })
    expect((await fetchFile(world, path)).text).not.toContain('CATEGORIES:Music')
    await asAdmin('PUT', `/api/admin/users/${users.bob.user.id}/content-policy`, {
      max_movie_rating: 'PG',
      max_tv_rating: 'TV-G',
    })
    const kids = (await fetchFile(world, path)).text
    expect(kids).toContain('Paper Lanterns')
    expect(kids).not.toMatch(/Tomorrow|Weather Office/)
    await asAdmin('DELETE', `/api/admin/users/${users.bob.user.id}`)
    expect(refusal(await app.call('GET', path))).toEqual([404, 'not_found'])
  })

  it('answer 503 while a manager cannot be read, so that calendars keep their copy', async () => {
    const world = await buildReleases()
    const path = await makeLink(world.asBob)
    world.sonarr.faults.next('GET /api/v3/calendar', status(500))
    const failed = await world.app.call('GET', path)
    expect([...refusal(failed), failed.headers['retry-after']]).toEqual([503, 'unavailable', '300'])
    expect((await world.app.call('GET', path)).status).toBe(200)
  })

  it('that are revoked while they are read show nothing (CONTRIBUTING rule 3)', async () => {
    const world = await buildReleases()
    const { app, asBob } = world
    const path = await makeLink(asBob)
    world.sonarr.faults.next('GET /api/v3/calendar', hang())
    const pending = app.call('GET', path)
    await eventually(() => expect(world.sonarr.journal.requests('GET /api/v3/calendar')).toHaveLength(1))
    await asBob('DELETE', FEED)
    app.clock.advance(10_000)
    expect(refusal(await pending)).toEqual([404, 'not_found'])
  })
})
