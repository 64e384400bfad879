import { garbage, startWorld, status, type World, wrongKey } from '@foyer/simulators'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound, type Outbound } from '#kit/outbound.ts'
import type { QualityProfiles } from '#ports/quality-profiles.ts'
import { RADARR } from '../radarr/radarr-product.ts'
import { createServarrQualityProfiles } from './servarr-quality-profiles.ts'

let world: World<'radarr'>
let outbound: Outbound
let profiles: QualityProfiles
const list = () => profiles.list({ url: world.radarr.url, api_key: world.radarr.api_key })

beforeAll(async () => {
  world = await startWorld({ products: ['radarr'] })
  outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'Foyer' })
  profiles = createServarrQualityProfiles(outbound.internal, RADARR)
})
afterAll(async () => {
  await outbound.close()
  await world.close()
})

describe('quality profiles of a library manager (servarr-common.md)', () => {
  it('come in its own order, by id and name alone', async () => {
    const known = world.radarr.profiles.all().map(({ id, name }) => ({ id, name }))
    expect(await list()).toEqual(known)
    expect(known.length).toBeGreaterThan(1)
  })

  it.each([
    ['an answer that is none', garbage(), { kind: 'bad_answer' }],
    ['a wrong key', wrongKey(), { kind: 'rejected_key' }],
    ['too many calls', status(429, { retry_after: 9 }), { kind: 'rate_limited', retry_after_ms: 9000 }],
    ['an error of its own', status(500), { kind: 'bad_answer' }],
  ])('are unknown, never none, after %s', async (_name, fault, wanted) => {
    world.radarr.faults.next('GET /api/v3/qualityprofile', fault)
    await expect(list()).rejects.toMatchObject({ name: 'UpstreamFault', upstream: 'Radarr', ...wanted })
  })
})
