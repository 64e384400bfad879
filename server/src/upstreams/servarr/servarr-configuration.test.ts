import {
  dropAfterCommit,
  garbage,
  startWorld,
  status,
  truncate,
  type World,
  wrongKey,
} from '@foyer/simulators'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound, type Outbound } from '#kit/outbound.ts'
import type { ManagerConfigurationPort, ProfileRecord } from '#ports/manager-configuration.ts'
import { BOOK_MANAGER } from '../book-manager/book-manager-product.ts'
import { RADARR } from '../radarr/radarr-product.ts'
import { createServarrConfiguration } from './servarr-configuration.ts'

let world: World<'radarr' | 'chaptarr'>
let outbound: Outbound
let port: ManagerConfigurationPort
const radarr = () => ({ url: world.radarr.url, api_key: world.radarr.api_key })

beforeAll(async () => {
  world = await startWorld({ products: ['radarr', 'chaptarr'] })
  outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'Foyer' })
  port = createServarrConfiguration(outbound.internal, RADARR)
})
afterAll(async () => {
  await outbound.close()
  await world.close()
})

async function readProfile(id = 4): Promise<ProfileRecord> {
  const found = await port.findProfile(radarr(), id)
  if (!found) throw new Error(`no profile ${id}`)
  return found
}

const edited = (profile: ProfileRecord, change: object) =>
  port.editProfile(profile, { ...profile.settings, ...change })

describe('quality profiles of a library manager (servarr-common.md, 7)', () => {
  it('are read whole, and null when there is none of that id', async () => {
    const profile = await readProfile()
    expect(profile.document).toEqual(world.radarr.profiles.all().find(one => one.id === 4))
    expect(profile.settings).toMatchObject({
      name: 'HD-1080p',
      cutoff_id: 7,
      min_upgrade_format_score: 1,
      language: { name: 'Original' },
    })
    expect(await port.findProfile(radarr(), 99)).toBeNull()
  })

  it('have the settings of their product only', async () => {
    const books = createServarrConfiguration(outbound.internal, BOOK_MANAGER)
    const { url, api_key } = world.chaptarr
    const [profile] = await books.listProfiles({ url, api_key })
    expect(profile?.settings).toMatchObject({ language: null, min_upgrade_format_score: null })
    expect(profile?.document).toMatchObject({ profileType: 'ebook', convertMp3ToM4b: false })
  })

  it('are saved whole', async () => {
    const before = await readProfile()
    const after = edited(before, { upgrade_allowed: false })
    expect((await port.saveProfile(radarr(), after)).document).toEqual({
      ...before.document,
      upgradeAllowed: false,
    })
    await port.saveProfile(radarr(), before)
  })

  it.each([
    [{ cutoff_id: 19 }, ['cutoff']],
    [{ min_upgrade_format_score: 0 }, ['scores']],
    [{ min_format_score: 9 }, ['scores']],
    [{ id: 99 }, ['other']],
  ])('with %j are rejected, and nothing is changed', async (change, objections) => {
    const before = await readProfile()
    const wrong = { ...edited(before, change), settings: { ...before.settings, ...change } }
    const saved = port.saveProfile(radarr(), wrong)
    await expect(saved).rejects.toMatchObject({ name: 'ConfigurationRefused', objections })
    expect(await readProfile()).toEqual(before)
  })

  it('without one of the custom formats are rejected', async () => {
    const before = await readProfile()
    world.radarr.profiles.addFormat('HDR')
    await expect(port.saveProfile(radarr(), before)).rejects.toMatchObject({ objections: ['formats'] })
  })

  it.each([
    ['an answer that is none', garbage(), { kind: 'bad_answer', status: 200 }],
    ['a wrong key', wrongKey(), { kind: 'rejected_key' }],
    ['an error of its own', status(500), { kind: 'bad_answer', status: 500 }],
    ['an error of a gateway', status(502), { kind: 'outcome_unknown' }],
    ['a cut after it was done', dropAfterCommit(), { kind: 'outcome_unknown' }],
    ['half an answer', truncate(), { kind: 'outcome_unknown' }],
    ['too many calls', status(429, { retry_after: 9 }), { kind: 'rate_limited' }],
  ])('are sent once, and the fault says what is known after %s', async (_name, fault, wanted) => {
    const profile = await readProfile()
    const sent = () => world.radarr.journal.requests('PUT /api/v3/qualityprofile/:id').length
    const before = sent()
    world.radarr.faults.next('PUT /api/v3/qualityprofile/:id', fault)
    await expect(port.saveProfile(radarr(), profile)).rejects.toMatchObject(wanted)
    expect(sent() - before).toBe(1)
  })

  it.each([
    ['garbage', garbage(), { kind: 'bad_answer' }],
    ['a wrong key', wrongKey(), { kind: 'rejected_key' }],
    ['an error', status(503), { kind: 'bad_answer' }],
    ['another shape', status(200, { body: [{ id: 1 }] }), { kind: 'bad_answer' }],
  ])('are unknown, never none, after %s', async (_name, fault, wanted) => {
    world.radarr.faults.next('GET /api/v3/qualityprofile', fault)
    await expect(port.listProfiles(radarr())).rejects.toMatchObject(wanted)
  })
})

describe('custom formats', () => {
  it('are null in a version without them', async () => {
    world.radarr.faults.next('GET /api/v3/customformat', status(404))
    expect(await port.listFormats(radarr())).toBeNull()
    world.radarr.faults.next('GET /api/v3/customformat', status(500))
    await expect(port.listFormats(radarr())).rejects.toMatchObject({ kind: 'bad_answer' })
  })

  it('are created and changed with the kinds of conditions that the manager offers', async () => {
    const kinds = await port.listSpecificationKinds(radarr())
    expect(kinds).toContainEqual({ implementation: 'SizeSpecification', fields: ['min', 'max'] })
    const settings = {
      name: 'Small',
      specifications: [
        {
          name: 'size',
          implementation: 'SizeSpecification',
          negate: false,
          required: true,
          fields: { min: 1, max: 5 },
        },
      ],
    }
    const created = await port.saveFormat(radarr(), port.editFormat(null, settings))
    expect(created).toMatchObject({ id: expect.any(Number), settings })
    const again = port.saveFormat(radarr(), port.editFormat(null, settings))
    await expect(again).rejects.toMatchObject({ objections: ['name'] })
    const none = port.editFormat(created, { ...settings, specifications: [] })
    await expect(port.saveFormat(radarr(), none)).rejects.toMatchObject({ objections: ['specifications'] })
  })
})
