import { dropAfterCommit, dropBefore, held, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk, refusal } from '#test/calls.ts'
import { ENGINES } from '#test/engines.ts'
import {
  CHANGES,
  createTurn,
  CUTOFF,
  GET_PROFILE,
  listChanges,
  profileOf,
  PROPOSALS,
  PUT_PROFILE,
  startMovies,
} from '#test/manager-configuration.ts'
import { callTool, toolRefusal } from '#test/tools.ts'

describe.each(ENGINES)('a change of a profile in the chat on %s (2:4.8)', engine => {
  it('is previewed, applied, compared and restored once', async () => {
    const world = await startMovies(engine)
    const { app, admin, asAdmin } = world
    const before = structuredClone(profileOf(world))
    const turn = createTurn(app, admin)
    const preview = await turn.call('preview_profile_change', CUTOFF)
    expect(preview).toMatchObject({
      status: 'ready',
      profile_name: 'HD-1080p',
      changes: [
        { key: 'quality_cutoff_id', label: 'Upgrades until', before: 'Bluray-1080p', after: 'WEBDL-1080p' },
      ],
    })
    expect(profileOf(world)).toEqual(before)
    const applied = await turn.call('apply_profile_change', { change_reference: preview.change_reference })
    expect(applied).toMatchObject({ status: 'applied' })
    expect(profileOf(world)).toEqual({ ...before, cutoff: 3 })

    const [change] = await listChanges(asAdmin)
    expect(change).toMatchObject({
      id: applied.change_id,
      actor_user_id: admin.user.id,
      actor_name: 'ana',
      source: 'in_app_chat',
      service_type: 'movie_manager',
      instance_id: world.instance_ids.movies,
      instance_name: 'Movies',
      resource_type: 'quality_profile',
      resource_id: 4,
      resource_name: 'HD-1080p',
      operation: 'update',
      status: 'applied',
      summary: 'HD-1080p: Upgrades until: Bluray-1080p → WEBDL-1080p',
      can_revert: true,
    })
    expect(change).not.toHaveProperty('after_document')
    const path = `${CHANGES}/${applied.change_id}`
    expect(expectOk(await asAdmin('GET', path))).toMatchObject({
      recorded_label: 'applied',
      current_status: 'matches_applied',
      can_revert: true,
      changes: [{ current: 'WEBDL-1080p', current_state: 'as_recorded' }],
    })

    const restored = await asAdmin('POST', `${path}/revert`)
    expect([restored.status, restored.body]).toMatchObject([
      201,
      { parent_id: applied.change_id, operation: 'revert', status: 'applied', can_revert: false },
    ])
    expect(profileOf(world)).toEqual(before)
    const again = await asAdmin('POST', `${path}/revert`)
    expect([again.status, again.body]).toMatchObject([409, { code: 'not_restorable', reason: 'consumed' }])
    const ofRestore = await asAdmin('POST', `${CHANGES}/${restored.body.id}/revert`)
    expect(ofRestore.body).toMatchObject({ code: 'not_restorable', reason: 'unsupported' })
    expect((await listChanges(asAdmin)).map(one => one.can_revert)).toEqual([false, false])
    expect(expectOk(await asAdmin('GET', path))).toMatchObject({
      current_status: 'different',
      not_restorable_reason: 'consumed',
      changes: [{ current: 'Bluray-1080p', current_state: 'as_before' }],
    })
  })
})

describe('a change of a profile in the chat (2:4.8)', () => {
  it('becomes known again when the answer was lost after it was made', async () => {
    const world = await startMovies()
    const { app, admin, asAdmin, radarr } = world
    radarr.faults.next(PUT_PROFILE, dropAfterCommit())
    expect(await createTurn(app, admin).change(CUTOFF)).toMatchObject({ status: 'applied' })
    const [change] = await listChanges(asAdmin)
    radarr.faults.next(PUT_PROFILE, dropAfterCommit())
    const restored = await asAdmin('POST', `${CHANGES}/${change?.id}/revert`)
    expect([restored.status, restored.body.status]).toEqual([201, 'applied'])
    expect(radarr.journal.requests(PUT_PROFILE)).toHaveLength(2)
  })

  it('stays unknown when the answer was lost and nothing is seen of it; that is never guessed', async () => {
    const world = await startMovies()
    const { app, admin, asAdmin, radarr } = world
    radarr.faults.next(PUT_PROFILE, dropBefore())
    const result = await createTurn(app, admin).change(CUTOFF)
    expect(result).toMatchObject({ status: 'outcome_unknown' })
    const path = `${CHANGES}/${result.change_id}`
    const detail = expectOk(await asAdmin('GET', path))
    expect(detail).toMatchObject({
      recorded_label: 'attempted',
      current_status: 'different',
      can_revert: false,
      not_restorable_reason: 'outcome_unknown',
    })
    expect((await asAdmin('POST', `${path}/revert`)).body).toMatchObject({ reason: 'outcome_unknown' })
    app.clock.advance(10 * 60_000)
    await world.settle()
    expect(expectOk(await asAdmin('GET', path)).status).toBe('outcome_unknown')
    expect(radarr.journal.requests(PUT_PROFILE)).toHaveLength(1)
  })

  it('is failed when the manager answered and the profile is as before', async () => {
    const world = await startMovies()
    const { app, admin, radarr } = world
    radarr.faults.next(PUT_PROFILE, status(500), status(503))
    expect(await createTurn(app, admin).change(CUTOFF)).toMatchObject({ status: 'failed' })
    expect(await createTurn(app, admin).change(CUTOFF)).toMatchObject({ status: 'failed' })
    expect(await createTurn(app, admin).change(CUTOFF)).toMatchObject({ status: 'applied' })
  })
})

describe('a restore (C55)', () => {
  async function changed(engine: (typeof ENGINES)[number] = 'sqlite') {
    const world = await startMovies(engine)
    const { change_id } = await createTurn(world.app, world.admin).change(CUTOFF)
    const path = `${CHANGES}/${change_id}`
    return { ...world, path, revert: () => world.asAdmin('POST', `${path}/revert`) }
  }

  it('is refused when the profile or what it depends on changed', async () => {
    const world = await changed()
    const live = profileOf(world)
    live['minFormatScore'] = -5
    expect((await world.revert()).body).toMatchObject({ reason: 'drifted' })
    expect(expectOk(await world.asAdmin('GET', world.path))).toMatchObject({
      current_status: 'different',
      can_revert: false,
      not_restorable_reason: 'drifted',
    })
    live['minFormatScore'] = 0
    world.radarr.profiles.addFormat('HDR')
    expect((await world.revert()).body).toMatchObject({ reason: 'drifted' })
  })

  it('is refused when the instance is gone or has another address', async () => {
    const world = await changed()
    const { asAdmin, instance_ids, path, revert } = world
    const instance = `/api/admin/instances/${instance_ids.movies}`
    const { api_key } = world.radarr
    const url = world.radarr.url.replace('127.0.0.1', 'localhost')
    expectOk(await asAdmin('PUT', instance, { url, api_key }))
    const moved = await revert()
    expect([moved.status, moved.body.reason]).toEqual([409, 'instance_changed'])
    expectOk(await asAdmin('DELETE', instance))
    expect((await revert()).body).toMatchObject({ reason: 'instance_changed' })
    expect(expectOk(await asAdmin('GET', path))).toMatchObject({
      instance_name: 'Movies',
      current_status: 'unavailable',
      can_revert: false,
      not_restorable_reason: 'instance_changed',
    })
  })

  it.each(ENGINES)('happens once when two admins ask at the same time, on %s', async engine => {
    const world = await changed(engine)
    const answers = await Promise.all([world.revert(), world.revert(), world.revert()])
    const refused = answers.filter(one => one.status !== 201)
    const once = [409, 'not_restorable']
    expect(refused.map(refusal)).toEqual([once, once])
    expect(world.radarr.journal.requests(PUT_PROFILE)).toHaveLength(2)
  })

  it('can be tried again after it definitely failed, and not while its end is unknown', async () => {
    const world = await changed()
    const { radarr, revert, asAdmin, path } = world
    radarr.faults.next(PUT_PROFILE, status(500))
    expect(refusal(await revert())).toEqual([502, 'upstream_failed'])
    expect(expectOk(await asAdmin('GET', path)).can_revert).toBe(true)
    radarr.faults.next(PUT_PROFILE, dropBefore())
    expect(refusal(await revert())).toEqual([502, 'upstream_failed'])
    expect((await revert()).body).toMatchObject({ reason: 'outcome_unknown' })
    expect((await listChanges(asAdmin)).map(one => [one.operation, one.status])).toEqual([
      ['revert', 'outcome_unknown'],
      ['revert', 'failed'],
      ['update', 'applied'],
    ])
  })

  it('blocks another one while it is executing', async () => {
    const world = await changed()
    const { radarr, revert, asAdmin } = world
    const released = Promise.withResolvers<void>()
    radarr.faults.next(PUT_PROFILE, held(released.promise))
    const first = revert()
    await expect.poll(() => radarr.journal.requests(PUT_PROFILE)).toHaveLength(2)
    expect((await revert()).body).toMatchObject({ code: 'not_restorable', reason: 'executing' })
    const [executing] = await listChanges(asAdmin)
    expect(executing).toMatchObject({ operation: 'revert', status: 'executing' })
    expect(executing).not.toHaveProperty('completed_at')
    const detail = expectOk(await asAdmin('GET', `${CHANGES}/${executing?.id}`))
    expect(detail.recorded_label).toBe('intended')
    released.resolve()
    expect((await first).status).toBe(201)
  })

  it('is refused while a later change of the profile is executing', async () => {
    const { app, admin, radarr, revert } = await changed()
    const released = Promise.withResolvers<void>()
    radarr.faults.next(PUT_PROFILE, held(released.promise))
    const later = createTurn(app, admin).change({ ...CUTOFF, changes: { upgrade_allowed: false } })
    await expect.poll(() => radarr.journal.requests(PUT_PROFILE)).toHaveLength(2)
    const refused = await revert()
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'not_restorable', reason: 'executing' },
    ])
    released.resolve()
    expect(await later).toMatchObject({ status: 'applied' })
    expect((await revert()).body).toMatchObject({ reason: 'drifted' })
  })

  it('writes nothing for somebody who lost the right while the profile was read (CONTRIBUTING rule 3)', async () => {
    const world = await changed()
    const { app, radarr, admin } = world
    const read = radarr.journal.requests(GET_PROFILE).length
    const released = Promise.withResolvers<void>()
    radarr.faults.next(GET_PROFILE, held(released.promise), held(released.promise))
    const answers = [world.revert(), world.asAdmin('GET', world.path)]
    await expect.poll(() => radarr.journal.requests(GET_PROFILE)).toHaveLength(read + 2)
    await app.database.transaction(tx =>
      tx.updateTable('users').set({ role: 'user' }).where('id', '=', admin.user.id).execute(),
    )
    released.resolve()
    const forbidden = [403, 'forbidden']
    expect((await Promise.all(answers)).map(refusal)).toEqual([forbidden, forbidden])
    expect(radarr.journal.requests(PUT_PROFILE)).toHaveLength(1)
  })

  it('answers 502 without a row when the profile cannot be read', async () => {
    const world = await changed()
    world.radarr.faults.next(GET_PROFILE, status(503))
    expect(refusal(await world.revert())).toEqual([502, 'upstream_failed'])
    expect(await listChanges(world.asAdmin)).toHaveLength(1)
    world.radarr.faults.next(GET_PROFILE, status(503))
    expect(expectOk(await world.asAdmin('GET', world.path))).toMatchObject({
      current_status: 'unavailable',
      current_error: expect.stringContaining('Radarr'),
    })
  })

  it('cannot be compared while the stored key cannot be opened, and is shown all the same', async () => {
    const { app, asAdmin, path } = await changed()
    await app.database.transaction(tx =>
      tx.updateTable('instances').set({ api_key_box: 'sealed with another key' }).execute(),
    )
    expect(expectOk(await asAdmin('GET', path))).toMatchObject({
      status: 'applied',
      current_status: 'unavailable',
      current_error: expect.any(String),
    })
  })

  it('knows no other change', async () => {
    const { asAdmin } = await startMovies()
    expect(refusal(await asAdmin('POST', `${CHANGES}/7/revert`))).toEqual([404, 'not_found'])
    expect(refusal(await asAdmin('GET', `${CHANGES}/7`))).toEqual([404, 'not_found'])
    expect(refusal(await asAdmin('GET', `${CHANGES}/x`))).toEqual([400, 'validation'])
  })
})

it('two changes of one profile never overlap: the later one would undo the first', async () => {
  const { app, admin, asAdmin, radarr } = await startMovies()
  const turn = createTurn(app, admin)
  const [first, second] = [
    await turn.call('preview_profile_change', CUTOFF),
    await turn.call('preview_profile_change', { ...CUTOFF, changes: { upgrade_allowed: false } }),
  ]
  const released = Promise.withResolvers<void>()
  radarr.faults.next(PUT_PROFILE, held(released.promise))
  const apply = ({ change_reference }: typeof first) =>
    callTool(app, admin, 'apply_profile_change', { change_reference }, turn.options)
  const begun = apply(first)
  await expect.poll(() => radarr.journal.requests(PUT_PROFILE)).toHaveLength(1)
  expect(await apply(second)).toMatchObject({ ok: false, code: 'conflict' })
  released.resolve()
  expect(await begun).toMatchObject({ ok: true, structured: { status: 'applied' } })
  expect(await listChanges(asAdmin)).toHaveLength(1)
})

describe('the history', () => {
  it('is read in pages, and outlives the person', async () => {
    const world = await startMovies()
    const { app, asAdmin, addUser } = world
    const { session } = await addUser('otto')
    await app.database.transaction(tx =>
      tx.updateTable('users').set({ role: 'admin' }).where('id', '=', session.user.id).execute(),
    )
    const turn = createTurn(app, session)
    for (const cutoff_format_score of [1, 2, 3])
      await turn.change({ ...CUTOFF, changes: { cutoff_format_score } })
    const first = expectOk(await asAdmin('GET', `${CHANGES}?limit=2`))
    expect(first.changes.map((one: { id: number }) => one.id)).toEqual([3, 2])
    expect(first.next_before_id).toBe(2)
    const next = expectOk(await asAdmin('GET', `${CHANGES}?limit=2&before_id=2`))
    expect(next.changes).toHaveLength(1)
    expect(next).not.toHaveProperty('next_before_id')
    expect(refusal(await asAdmin('GET', `${CHANGES}?limit=0`))).toEqual([400, 'validation'])
    expectOk(await asAdmin('DELETE', `/api/admin/users/${session.user.id}`))
    expect((await listChanges(asAdmin))[0]).toMatchObject({ actor_user_id: null, actor_name: 'otto' })
  })

  it('is for admins', async () => {
    const { asUma, app, users } = await startMovies()
    expect(refusal(await asUma('GET', CHANGES))).toEqual([403, 'forbidden'])
    expect(refusal(await asUma('GET', PROPOSALS))).toEqual([403, 'forbidden'])
    expect(await toolRefusal(app, users.uma, 'get_quality_profiles', { service: 'movie_manager' })).toBe(
      'tool_not_available',
    )
  })
})
