import type { TvRepair } from '@foyer/contract/tv-matches/tv-repairs'
import { HARBOUR_NINE_TVDB, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { type Call, refusal } from '#test/calls.ts'
import { create, REQUEST_PARTS, spent } from '#test/request-calls.ts'
import { buildWorld } from '#test/world.ts'

const MATCH = `/api/admin/tv-matches/${SHOW.harbour_nine}`
const REPAIRS = `${MATCH}/repairs`
const RUNNING_TVDB = SHOW.running - 370_000
const HARBOUR = { media_type: 'tv' as const, tmdb_id: SHOW.harbour_nine }

const revisionOf = async (asAdmin: Call): Promise<string> => (await asAdmin('GET', MATCH)).body.match.revision

/** From now on the show is season 2 of another series. */
async function matchElsewhere(asAdmin: Call, season_map = { '1': 2 }): Promise<string> {
  const revision = await revisionOf(asAdmin)
  const body = { revision, mode: 'custom', tvdb_id: RUNNING_TVDB, season_map }
  const answer = await asAdmin('PUT', MATCH, body)
  expect(answer.status).toBe(200)
  return answer.body.match.revision
}

const repairs = async (asAdmin: Call): Promise<TvRepair[]> => (await asAdmin('GET', REPAIRS)).body
const repair = (asAdmin: Call, id: number, revision: string) =>
  asAdmin('POST', `/api/admin/requests/${id}/repair-tv-match`, { revision })

describe('repairing requests of a show that was matched wrongly (1:4.7, 1/4.7)', () => {
  it('shows where a request went and should go, asks again once, and charges nothing', async () => {
    const { asAdmin, asUma, settle, sonarr, instance_ids, users } = await buildWorld(REQUEST_PARTS)
    const made = await create(asUma, { ...HARBOUR, seasons: [1] })
    expect(made.status).toBe(201)
    await settle()
    expect(sonarr.oneSeries(HARBOUR_NINE_TVDB)).toBeDefined()
    expect(await spent(asUma, 'tv')).toBe(1)
    const id: number = made.body.request_id

    const [right] = await repairs(asAdmin)
    expect(right).toMatchObject({ request_id: id, can_repair: false, recorded_tvdb_id: HARBOUR_NINE_TVDB })
    const settled = await repair(asAdmin, id, right?.revision ?? '')
    expect(refusal(settled)).toEqual([409, 'not_repairable'])

    const revision = await matchElsewhere(asAdmin)
    const [row] = await repairs(asAdmin)
    expect(row).toEqual({
      request_id: id,
      title: 'Harbour Nine',
      username: users.uma.user.username,
      status: 'requested',
      instance_id: instance_ids.series,
      instance_name: 'Series',
      recorded_target: expect.objectContaining({ source_seasons: [1], target_seasons: [1], pilot: false }),
      recorded_tvdb_id: HARBOUR_NINE_TVDB,
      recorded_target_known: true,
      intended_target: expect.objectContaining({ source_seasons: [1], target_seasons: [2], pilot: false }),
      revision,
      requires_approval: false,
      can_repair: true,
      message: expect.any(String),
    })

    expect(refusal(await repair(asAdmin, id, right?.revision ?? ''))).toEqual([409, 'stale_revision'])
    const answers = await Promise.all([1, 2, 3].map(() => repair(asAdmin, id, revision)))
    expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 200, 201])
    const linked = new Set(answers.map(answer => answer.body.request_id))
    expect(linked.size).toBe(1)
    const [repair_request_id] = linked
    const created = answers.find(answer => answer.status === 201)
    expect(created?.body).toMatchObject({
      success: true,
      media_type: 'tv',
      title: 'Harbour Nine',
      seasons: [1],
      match: { tvdb_id: RUNNING_TVDB, revision },
      delivery: [{ request_id: repair_request_id }],
    })

    await settle()
    const target = sonarr.oneSeries(RUNNING_TVDB)
    expect(target?.seasons.filter(season => season.monitored).map(season => season.season_number)).toEqual([
      2,
    ])
    expect(await spent(asUma, 'tv')).toBe(1)
    const rows = await repairs(asAdmin)
    expect(rows).toMatchObject([{ request_id: id, repair_request_id, can_repair: false }])
    // Of the correction itself there is nothing to repair.
    expect(refusal(await repair(asAdmin, Number(repair_request_id), revision))).toEqual([
      409,
      'not_repairable',
    ])
    // Matched again, it may be repaired again.
    const next = await matchElsewhere(asAdmin, { '1': 1 })
    const again = await repair(asAdmin, id, next)
    expect([again.status, linked.has(again.body.request_id)]).toEqual([201, false])
  })

  it('repairs no request that was not accepted, is not for a show, or lost its library or its match', async () => {
    const { asAdmin, asUma, instance_ids } = await buildWorld(REQUEST_PARTS)
    const revision = await revisionOf(asAdmin)
    expect(refusal(await repair(asAdmin, 999_999, revision))).toEqual([404, 'not_found'])
    expect(refusal(await asAdmin('POST', '/api/admin/requests/1/repair-tv-match', {}))).toEqual([
      400,
      'validation',
    ])
    const movie = await create(asUma, { media_type: 'movie', tmdb_id: 900_012 })
    expect(refusal(await repair(asAdmin, movie.body.request_id, revision))).toEqual([409, 'not_repairable'])

    await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
    const waiting = await create(asUma, HARBOUR)
    expect(waiting.body.status).toBe('pending')
    expect(await repairs(asAdmin)).toEqual([])
    const other = await matchElsewhere(asAdmin)
    expect(refusal(await repair(asAdmin, waiting.body.request_id, other))).toEqual([409, 'not_repairable'])

    const { request_id } = (await create(asAdmin, { ...HARBOUR, seasons: [1] })).body
    const pause = await asAdmin('PUT', MATCH, { revision: other, mode: 'paused' })
    const paused = pause.body.match.revision
    expect(await repairs(asAdmin)).toMatchObject([{ request_id, can_repair: false, revision: paused }])
    expect(refusal(await repair(asAdmin, request_id, paused))).toEqual([409, 'not_repairable'])

    expect(refusal(await asAdmin('GET', `${REPAIRS}?instance_id=none`))).toEqual([404, 'instance_not_found'])
    expect((await asAdmin('GET', `${REPAIRS}?instance_id=${instance_ids.series}`)).body).toHaveLength(1)
    await asAdmin('DELETE', `/api/admin/instances/${instance_ids.series}`)
    expect(await repairs(asAdmin)).toMatchObject([{ request_id, instance_name: 'Series', can_repair: false }])
    expect(refusal(await repair(asAdmin, request_id, paused))).toEqual([409, 'not_repairable'])
  })
})
