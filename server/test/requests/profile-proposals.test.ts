import { randomBytes } from 'node:crypto'
import { dropAfterCommit, slow, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { PASSWORD, startApp, type TestApp } from '#test/app.ts'
import { type Call, callAs, expectOk, refusal } from '#test/calls.ts'
import { ENGINES, freshPostgresUrl } from '#test/engines.ts'
import {
  CHANGES,
  CUTOFF,
  GET_PROFILE,
  listChanges,
  listProposals,
  profileOf,
  PROPOSALS,
  PUT_PROFILE,
  startMovies,
} from '#test/manager-configuration.ts'
import { addInstance, managerForm, startSimulators } from '#test/managers.ts'
import { toolResult } from '#test/tools.ts'

describe.each(ENGINES)('a proposal of a tool client on %s (2/4.8)', engine => {
  it('waits for an admin, who applies it once', async () => {
    const world = await startMovies(engine)
    const { app, admin, asAdmin, radarr } = world
    const proposed = await toolResult(app, admin, 'preview_profile_change', CUTOFF)
    expect(proposed).toMatchObject({ status: 'proposed' })
    expect(proposed).not.toHaveProperty('change_reference')
    expect(radarr.journal.requests(PUT_PROFILE)).toEqual([])
    const path = `${PROPOSALS}/${proposed.proposal_id}`
    expect(await listProposals(asAdmin)).toMatchObject([
      {
        id: proposed.proposal_id,
        status: 'pending',
        profile_id: 4,
        profile_name: 'HD-1080p',
        proposed_by_name: 'ana',
        source_client: 'Test client',
        diff: ['Upgrades until: Bluray-1080p → WEBDL-1080p'],
      },
    ])
    expect(expectOk(await asAdmin('GET', path)).current_status).toBe('unchanged')
    const answers = await Promise.all([
      asAdmin('POST', `${path}/approve`),
      asAdmin('POST', `${path}/approve`),
    ])
    expect(answers.map(refusal).toSorted(([a], [b]) => a - b)).toEqual([
      [200, undefined],
      [409, 'not_pending'],
    ])
    const approved = expectOk(await asAdmin('GET', path))
    expect(approved).toMatchObject({
      status: 'applied',
      decided_by_name: 'ana',
      result_text: expect.any(String),
    })
    expect(approved).not.toHaveProperty('current_status')
    expect(radarr.journal.requests(PUT_PROFILE)).toHaveLength(1)
    const [change] = await listChanges(asAdmin)
    expect(change).toMatchObject({
      id: approved.setting_change_id,
      source: 'external_mcp',
      status: 'applied',
    })
    expect((await asAdmin('POST', `${CHANGES}/${change?.id}/revert`)).status).toBe(201)
    expect(refusal(await asAdmin('POST', `${path}/reject`, {}))).toEqual([409, 'not_pending'])
    expect(await listProposals(asAdmin)).toEqual([])
    expect(await listProposals(asAdmin, 'all')).toHaveLength(1)
  })

  it('is replaced by a newer one for the same profile, rejected, or expires after 7 days', async () => {
    const world = await startMovies(engine)
    const { app, admin, asAdmin } = world
    const propose = (changes: object, profile_id = 4) =>
      toolResult(app, admin, 'preview_profile_change', { ...CUTOFF, profile_id, changes })
    const first = await propose({ quality_cutoff_id: 3 })
    const second = await propose({ upgrade_allowed: false })
    const other = await propose({ upgrade_allowed: false }, 5)
    const note = 'Not now'
    expect(
      expectOk(await asAdmin('POST', `${PROPOSALS}/${other.proposal_id}/reject`, { note })),
    ).toMatchObject({
      status: 'rejected',
      reject_note: note,
      decided_by_name: 'ana',
    })
    const statuses = async (call: Call) =>
      (await listProposals(call, 'all')).map(one => [one.id, one.status] as const)
    expect(await statuses(asAdmin)).toEqual([
      [other.proposal_id, 'rejected'],
      [second.proposal_id, 'pending'],
      [first.proposal_id, 'superseded'],
    ])
    app.clock.stepWallClock(7 * 86_400_000)
    const body = { username: 'ana', password: PASSWORD }
    const later = callAs(app, expectOk(await app.call('POST', '/api/auth/login', { body })).access_token)
    expect((await statuses(later))[1]).toEqual([second.proposal_id, 'expired'])
    expect(refusal(await later('POST', `${PROPOSALS}/${second.proposal_id}/approve`))).toEqual([
      409,
      'not_pending',
    ])
    await world.settle()
    const stored = await app.database.read.selectFrom('profile_proposals').select(['id', 'status']).execute()
    expect(stored).toContainEqual({ id: second.proposal_id, status: 'expired' })
    expect(refusal(await later('POST', `${PROPOSALS}/99/approve`))).toEqual([404, 'not_found'])
  })
})

describe('a proposal of a tool client (2/4.8)', () => {
  it('is found to be applied later when the manager could not be read at once', async () => {
    const world = await startMovies()
    const { app, admin, asAdmin, radarr } = world
    const { proposal_id } = await toolResult(app, admin, 'preview_profile_change', CUTOFF)
    const path = `${PROPOSALS}/${proposal_id}`
    radarr.faults.next(PUT_PROFILE, dropAfterCommit())
    radarr.faults.next(GET_PROFILE, slow(0), status(503))
    const approved = expectOk(await asAdmin('POST', `${path}/approve`))
    expect(approved).toMatchObject({
      status: 'failed',
      result_text: expect.stringContaining('may or may not'),
    })
    expect(await listChanges(asAdmin)).toMatchObject([{ status: 'outcome_unknown', can_revert: false }])
    app.clock.advance(6 * 60_000)
    await world.settle()
    expect(expectOk(await asAdmin('GET', path))).toMatchObject({ status: 'applied' })
    const [change] = await listChanges(asAdmin)
    expect(change).toMatchObject({ status: 'applied', can_revert: true })
    expect(change).not.toHaveProperty('error_text')
    expect(radarr.journal.requests(PUT_PROFILE)).toHaveLength(1)
  })

  it('ends as failed when the profile changed, and waits on when it cannot be read', async () => {
    const world = await startMovies()
    const { app, admin, asAdmin, radarr } = world
    const { proposal_id } = await toolResult(app, admin, 'preview_profile_change', CUTOFF)
    const path = `${PROPOSALS}/${proposal_id}`
    radarr.faults.next(GET_PROFILE, status(503), status(503))
    expect(refusal(await asAdmin('POST', `${path}/approve`))).toEqual([502, 'upstream_failed'])
    expect(expectOk(await asAdmin('GET', path))).toMatchObject({
      status: 'pending',
      current_status: 'unavailable',
    })
    Object.assign(profileOf(world), { upgradeAllowed: false })
    expect(expectOk(await asAdmin('GET', path)).current_status).toBe('different')
    const failed = expectOk(await asAdmin('POST', `${path}/approve`))
    expect(failed).toMatchObject({ status: 'failed', result_text: expect.stringContaining('no longer') })
    expect(failed).not.toHaveProperty('setting_change_id')
    expect(await listChanges(asAdmin)).toEqual([])
  })
})

describe('two servers on one PostgreSQL', () => {
  it('apply a proposal once when it is approved on both at the same time', async () => {
    const { radarr, ...simulators } = await startSimulators({ products: ['radarr'] })
    const env = {
      APP_DATABASE_URL: await freshPostgresUrl(),
      APP_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    }
    const one = await startApp({ env })
    const admin = await one.setUp()
    const two = await startApp({ env })
    await addInstance(one, admin.access_token, managerForm('movie_manager', 'Movies', radarr))
    const { proposal_id } = await toolResult(one, admin, 'preview_profile_change', CUTOFF)
    const approve = (app: TestApp) =>
      callAs(app, admin.access_token)('POST', `${PROPOSALS}/${proposal_id}/approve`)
    const answers = await Promise.all([approve(one), approve(two), approve(one), approve(two)])
    expect(answers.map(refusal).toSorted(([a], [b]) => a - b)).toEqual([
      [200, undefined],
      [409, 'not_pending'],
      [409, 'not_pending'],
      [409, 'not_pending'],
    ])
    expect(radarr.journal.requests(PUT_PROFILE)).toHaveLength(1)
    await simulators.settle()
  })
})

describe('admins', () => {
  it('are told about a new proposal in the inbox, and open pages of its end', async () => {
    const world = await startMovies()
    const { app, admin, asAdmin } = world
    const events: { type: string; data: unknown }[] = []
    const stop = app.broadcast.on('event', ({ type, data }) => {
      events.push({ type: String(type), data })
    })
    const { proposal_id } = await toolResult(app, admin, 'preview_profile_change', CUTOFF)
    await world.settle()
    app.clock.advance(60_000)
    await world.settle()
    const { entries } = expectOk(await asAdmin('GET', '/api/notifications/inbox'))
    expect(entries).toMatchObject([
      {
        type: 'profile_change_pending',
        data: { proposal_id, title: 'HD-1080p', username: 'ana' },
        path: '/settings/proposals',
      },
    ])
    await asAdmin('POST', `${PROPOSALS}/${proposal_id}/reject`, {})
    stop()
    expect(events.filter(one => one.type.startsWith('profile_change'))).toEqual([
      { type: 'profile_change_pending', data: { proposal_id, status: 'pending', pending_count: 1 } },
      { type: 'profile_change_decided', data: { proposal_id, status: 'rejected', pending_count: 0 } },
    ])
  })
})
