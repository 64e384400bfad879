import { dropAfterCommit, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import {
  CHANGES,
  createTurn,
  CUTOFF,
  listChanges,
  type Movies,
  profileOf,
  PUT_PROFILE,
  startMovies,
} from '#test/manager-configuration.ts'
import { callTool, toolRefusal, toolResult } from '#test/tools.ts'
import { buildWorld } from '#test/world.ts'

const X265 = {
  name: 'x265 (HD)',
  specifications: [
    {
      name: 'x265',
      implementation: 'ReleaseTitleSpecification',
      required: true,
      fields: [{ name: 'value', value: '[xh][ ._-]?265' }],
    },
  ],
}
it('says of a profile that does not exist what is missing, and nothing about searching', async () => {
  const { app, admin } = await startMovies()
  const input = { service: 'movie_manager', profile_id: 999 }
  expect(await callTool(app, admin, 'get_quality_profiles', input)).toMatchObject({
    ok: false,
    text: 'There is no quality profile with this id. (not_found)',
  })
})

describe('a preview (2/4.8)', () => {
  it('can be used once, and only in its own turn', async () => {
    const { app, admin } = await startMovies()
    const turn = createTurn(app, admin)
    const { change_reference } = await turn.call('preview_profile_change', CUTOFF)
    const apply = (of: typeof turn) =>
      callTool(app, admin, 'apply_profile_change', { change_reference }, of.options)
    expect(await apply(createTurn(app, admin))).toMatchObject({ ok: false, code: 'not_found' })
    expect(await apply(turn)).toMatchObject({ ok: true })
    expect(await apply(turn)).toMatchObject({ ok: false, code: 'not_found' })
  })

  it('is refused when the profile changed since', async () => {
    const world = await startMovies()
    const { app, admin, asAdmin, radarr } = world
    const turn = createTurn(app, admin)
    const { change_reference } = await turn.call('preview_profile_change', CUTOFF)
    Object.assign(profileOf(world), { upgradeAllowed: false })
    const refused = await callTool(app, admin, 'apply_profile_change', { change_reference }, turn.options)
    expect(refused).toMatchObject({ ok: false, code: 'conflict' })
    expect(await listChanges(asAdmin)).toEqual([])
    expect(radarr.journal.requests(PUT_PROFILE)).toEqual([])
  })

  const shared = shareAmongTests(startMovies)

  it.each([
    [{ quality_cutoff_id: 999 }, 'quality_cutoff_id'],
    [{ quality_cutoff_id: 19 }, 'quality_cutoff_id'],
    [{ min_format_score: 50 }, 'min_format_score'],
    [{ min_upgrade_format_score: 0 }, 'min_upgrade_format_score'],
    [{ custom_format_scores: [{ format_id: 9, score: 1 }] }, 'custom_format_scores'],
    [{ language: 'Elvish' }, 'language'],
    [{ quality_cutoff_id: 7 }, 'nothing to change'],
    [{}, 'at least one'],
  ])('says what is wrong with %j', async (changes, word) => {
    const { app, admin } = shared()
    const result = await callTool(app, admin, 'preview_profile_change', { ...CUTOFF, changes })
    expect(result).toMatchObject({ ok: false, text: expect.stringContaining(word) })
  })

  it('changes every setting that Radarr has, and leaves the rest of the document alone', async () => {
    const world = await startMovies()
    const { app, admin, radarr } = world
    const { id } = radarr.profiles.addFormat('x265 (HD)')
    Object.assign(profileOf(world), { setBySomebodyElse: { kept: [1, 2] } })
    const before = structuredClone(profileOf(world))
    const changes = {
      upgrade_allowed: false,
      quality_cutoff_id: 3,
      min_format_score: 10,
      cutoff_format_score: 100,
      min_upgrade_format_score: 5,
      custom_format_scores: [{ format_id: id, score: 25 }],
      language: 'german',
    }
    await createTurn(app, admin).change({ ...CUTOFF, changes })
    expect(profileOf(world)).toEqual({
      ...before,
      upgradeAllowed: false,
      cutoff: 3,
      minFormatScore: 10,
      cutoffFormatScore: 100,
      minUpgradeFormatScore: 5,
      formatItems: [{ format: id, name: 'x265 (HD)', score: 25 }],
      language: { id: 4, name: 'German' },
    })
  })
})

describe('every library manager', () => {
  const MANAGERS = [
    ['series', 'tv_manager', 'sonarr', 4, 3, { language: 'German' }],
    ['music', 'music_manager', 'lidarr', 2, 7, { min_upgrade_format_score: 5 }],
    ['books', 'book_manager', 'chaptarr', 1, 3, { language: 'German' }],
    ['old_books', 'book_manager', 'readarr', 1, 3, { min_upgrade_format_score: 5 }],
  ] as const

  it.each(MANAGERS)('%s: is changed and restored, and refuses what it does not have', async (...row) => {
    const [instance, service, product, profile_id, cutoff, missing] = row
    const world = await buildWorld({ instances: [instance] })
    const { app, admin, asAdmin } = world
    const manager = (world as unknown as Record<string, Movies['radarr']>)[product]
    const input = { service, profile_id, instance_id: world.instance_ids[instance] }
    const current = () => manager?.profiles.all().find(one => one.id === profile_id)
    const before = structuredClone(current())
    const turn = createTurn(app, admin)
    const refused = await callTool(app, admin, 'preview_profile_change', { ...input, changes: missing })
    expect(refused).toMatchObject({ ok: false, code: 'not_supported' })
    const changed = await turn.change({ ...input, changes: { quality_cutoff_id: cutoff } })
    expect(changed).toMatchObject({ status: 'applied' })
    expect(current()).toEqual({ ...before, cutoff })
    expect((await asAdmin('POST', `${CHANGES}/${changed.change_id}/revert`)).status).toBe(201)
    expect(current()).toEqual(before)
    const made = await turn.call('upsert_custom_format', { service, custom_format: X265 })
    expect(made).toMatchObject({ status: 'applied' })
    const { profiles } = await turn.call('get_quality_profiles', input)
    expect(profiles[0].custom_format_scores).toEqual([{ format_id: 1, name: 'x265 (HD)', score: 0 }])
  })

  it('without custom formats says so', async () => {
    const { app, admin, sonarr } = await buildWorld({ instances: ['series'] })
    sonarr.faults.always('GET /api/v3/customformat', status(404))
    const input = { service: 'tv_manager' }
    expect(await toolRefusal(app, admin, 'get_custom_formats', input)).toBe('not_supported')
    const upsert = { ...input, custom_format: X265 }
    expect(await toolRefusal(app, admin, 'upsert_custom_format', upsert)).toBe('not_supported')
  })
})

describe('a custom format', () => {
  it('has at most 256 conditions, and more formats than fit are cut and said to be', async () => {
    const { app, admin, radarr } = await startMovies()
    const [one] = X265.specifications
    const specifications = Array.from({ length: 257 }, (_, n) => ({ ...one, name: `x265 ${n}` }))
    const input = { service: 'movie_manager', custom_format: { ...X265, specifications } }
    expect(await toolRefusal(app, admin, 'upsert_custom_format', input)).toBe('validation')
    for (let n = 0; n < 400; n += 1) radarr.profiles.addFormat(`${n} ${'x'.repeat(120)}`)
    const { formats, ...listed } = await toolResult(app, admin, 'get_custom_formats', {
      service: 'movie_manager',
    })
    expect(listed).toMatchObject({ total: 400, truncated: true })
    expect(formats.length).toBeGreaterThan(100)
    const whole = await toolResult(app, admin, 'get_quality_profiles', {
      service: 'movie_manager',
      profile_id: 4,
    })
    expect(whole).toMatchObject({ truncated: true, profiles: [{ custom_format_scores_total: 400 }] })
  })

  it('is created and changed by its name, and can be compared but not restored', async () => {
    const world = await startMovies()
    const { app, admin, asAdmin, radarr } = world
    const input = { service: 'movie_manager', custom_format: X265 }
    const created = await toolResult(app, admin, 'upsert_custom_format', input)
    expect(created).toMatchObject({ status: 'applied' })
    expect(await toolResult(app, admin, 'upsert_custom_format', input)).toMatchObject({ status: 'unchanged' })
    const [specification] = X265.specifications
    const fields = [{ name: 'value', value: 'hevc' }]
    const other = { ...X265, specifications: [{ ...specification, fields }] }
    await toolResult(app, admin, 'upsert_custom_format', { ...input, custom_format: other })
    expect(radarr.profiles.formats()).toMatchObject([
      {
        name: 'x265 (HD)',
        specifications: [{ fields: [{ name: 'value', value: 'hevc', label: 'Regular Expression' }] }],
      },
    ])
    const [update, create] = await listChanges(asAdmin)
    expect(create).toMatchObject({ operation: 'create', resource_id: 1, source: 'external_mcp' })
    expect(update).toMatchObject({ operation: 'update', resource_id: 1, can_revert: false })
    const detail = async (id: number | undefined) => expectOk(await asAdmin('GET', `${CHANGES}/${id}`))
    expect(await detail(update?.id)).toMatchObject({ current_status: 'matches_applied' })
    expect(await detail(create?.id)).toMatchObject({
      current_status: 'different',
      changes: [{ key: 'specifications.x265', before: null, current_state: 'different' }],
    })
    const refused = await asAdmin('POST', `${CHANGES}/${update?.id}/revert`)
    expect(refused.body).toMatchObject({ code: 'not_restorable', reason: 'unsupported' })
  })

  it('is made once when the answer is lost', async () => {
    const { app, admin, asAdmin, radarr } = await startMovies()
    radarr.faults.next('POST /api/v3/customformat', dropAfterCommit())
    const input = { service: 'movie_manager', custom_format: X265 }
    expect(await toolResult(app, admin, 'upsert_custom_format', input)).toMatchObject({ status: 'applied' })
    expect(await listChanges(asAdmin)).toMatchObject([{ resource_id: 1, status: 'applied' }])
    expect(radarr.profiles.formats()).toHaveLength(1)
  })

  it('with an unknown kind of condition or field is refused with those that exist', async () => {
    const { app, admin, radarr } = await startMovies()
    const [specification] = X265.specifications
    for (const wrong of [{ implementation: 'Dance' }, { fields: [{ name: 'tempo', value: 1 }] }]) {
      const custom_format = { ...X265, specifications: [{ ...specification, ...wrong }] }
      const input = { service: 'movie_manager', custom_format }
      const result = await callTool(app, admin, 'upsert_custom_format', input)
      expect(result).toMatchObject({
        ok: false,
        code: 'validation',
        text: expect.stringMatching(/Release|value/),
      })
    }
    expect(radarr.profiles.formats()).toEqual([])
  })
})
