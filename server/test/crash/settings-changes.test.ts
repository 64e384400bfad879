import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#compose/index.ts'
import { lastingFolder } from '#test/memory-disk.ts'
import { toolResult } from '#test/tools.ts'
import { crashEverywhere, openApp, prepareServer } from './prepared-server.ts'

const PUT = 'PUT /api/v3/qualityprofile/:id'
const PROPOSALS = '/api/admin/profile-change-proposals'
const CHANGES = '/api/admin/external-settings-changes'
/** The profiles that are restored, proposed and applied. */
const [RESTORED, PROPOSED, APPLIED] = [4, 5, 6]

const input = (profile_id: number) => ({
  service: 'movie_manager',
  profile_id,
  changes: { upgrade_allowed: false },
})

async function sessionIn(app: App) {
  const { id } = await app.database.read.selectFrom('devices').select('id').executeTakeFirstOrThrow()
  return { device_id: id }
}

/** What the chat does when the person agreed. */
async function applyIn(app: App, profile_id: number): Promise<void> {
  const [ana, options] = [await sessionIn(app), { source: 'chat' as const, previews: new Map() }]
  const preview = await toolResult(app, ana, 'preview_profile_change', input(profile_id), options)
  const { change_reference } = preview
  await toolResult(app, ana, 'apply_profile_change', { change_reference }, options)
}

/** A data folder to copy: an applied change of one profile, and a proposal for another. */
async function prepare(folder: string) {
  const prepared = await prepareServer(folder)
  const { app } = await openApp(prepared.data)
  await app.start()
  await applyIn(app, RESTORED)
  const { proposal_id } = await toolResult(
    app,
    await sessionIn(app),
    'preview_profile_change',
    input(PROPOSED),
  )
  await app.jobs.settle()
  await app.close()
  return { ...prepared, proposal_id }
}

let folder: string
let prepared: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  folder = lastingFolder('foyer-settings-changes-')
  prepared = await prepare(folder)
})
afterAll(async () => {
  await prepared.world.close()
  rmSync(folder, { recursive: true, force: true })
})

const profiles = () => prepared.world.radarr.profiles.all()
const upgradesIn = (id: number) => profiles().find(one => one.id === id)?.['upgradeAllowed']

function putBack(noted: ReturnType<typeof profiles>): void {
  for (const profile of profiles()) {
    const before = noted.find(one => one.id === profile.id)
    Object.assign(profile, structuredClone(before))
  }
}

/** Further moments: before the library manager handles each call. */
function onEachCall(moment: () => void): () => void {
  const { journal } = prepared.world.radarr
  const { record } = journal
  journal.record = entry => {
    moment()
    record(entry)
  }
  return () => {
    journal.record = record
  }
}

/** Kills an order at each of its writes and calls, and reads what the next start makes of what is left. */
async function crash(
  name: string,
  order: Parameters<typeof crashEverywhere>[1]['order'],
  profile_id: number,
) {
  const { radarr } = prepared.world
  const before = structuredClone(profiles())
  let stop = () => {}
  const { crashes, finished } = await crashEverywhere(prepared, {
    name,
    order,
    note: () => structuredClone(profiles()),
    started: true,
    outside: moment => {
      stop = onEachCall(moment)
    },
  })
  stop()
  const left = []
  for (const { data, noted } of [...crashes, { data: finished, noted: structuredClone(profiles()) }]) {
    putBack(noted)
    const sent = radarr.journal.requests(PUT).length
    const { app } = await openApp(data)
    await app.start()
    await app.jobs.settle()
    const { read } = app.database
    const newest = await read
      .selectFrom('settings_changes')
      .select(['id', 'status', 'operation'])
      .where('resource_id', '=', profile_id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    const proposal = await read
      .selectFrom('profile_proposals')
      .select(['status', 'setting_change_id'])
      .executeTakeFirstOrThrow()
    left.push({
      change: newest ? `${newest.operation} ${newest.status}` : null,
      change_id: newest?.id ?? null,
      proposal,
      upgrades: upgradesIn(profile_id),
      sent_again: radarr.journal.requests(PUT).length - sent,
    })
    await app.close()
  }
  putBack(before)
  expect(left.length).toBeGreaterThan(6)
  // Nothing is ever sent a second time by itself.
  expect(left.filter(one => one.sent_again > 0)).toEqual([])
  return left
}

describe('killed between any two writes, a change is never applied twice and never guessed (2:4.8)', () => {
  it('an applied preview', async () => {
    const left = await crash('apply', app => applyIn(app, APPLIED), APPLIED)
    const found = new Set(left.map(one => `${one.change}, upgrades ${String(one.upgrades)}`))
    // Either nothing was begun, or the row says what is known: unknown while the profile is as before.
    expect([...found].toSorted()).toEqual([
      'null, upgrades true',
      'update applied, upgrades false',
      'update outcome_unknown, upgrades true',
    ])
    expect(left[0]?.change).toBeNull()
    expect(left.at(-1)?.change).toBe('update applied')
  })

  it('an approved proposal: pending, or decided together with its change', async () => {
    const { proposal_id, token } = prepared
    const order = { method: 'POST', path: `${PROPOSALS}/${proposal_id}/approve`, token } as const
    const left = await crash('approve', order, PROPOSED)
    for (const { change, change_id, proposal, upgrades } of left) {
      expect([
        ['pending', null, null, true],
        ['applied', 'update applied', change_id, false],
        ['failed', 'update outcome_unknown', change_id, true],
      ]).toContainEqual([proposal.status, change, proposal.setting_change_id, upgrades])
    }
    const statuses = left.map(one => one.proposal.status)
    expect(new Set(statuses).size).toBe(3)
    expect([statuses[0], statuses.at(-1)]).toEqual(['pending', 'applied'])
  })

  it('a restore', async () => {
    const { token } = prepared
    const order = { method: 'POST', path: `${CHANGES}/1/revert`, token } as const
    const left = await crash('restore', order, RESTORED)
    const found = new Set(left.map(one => `${one.change}, upgrades ${String(one.upgrades)}`))
    expect([...found].toSorted()).toEqual([
      'revert applied, upgrades true',
      'revert outcome_unknown, upgrades false',
      'update applied, upgrades false',
    ])
    expect([left[0]?.change, left.at(-1)?.change]).toEqual(['update applied', 'revert applied'])
  })
})
