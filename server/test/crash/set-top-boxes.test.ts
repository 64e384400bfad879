import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type SetTopHelperSimulator, type SimulatedBox, startSetTopHelper } from '@foyer/simulators'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#compose/index.ts'
import type { Db } from '#db/database.ts'
import { lastingFolder } from '#test/memory-disk.ts'
import { type Ask, crashEverywhere, fingerprintOf, openApp, readStored } from './prepared-server.ts'
import { expectWholeOrAbsent } from './whole-or-absent.ts'

const BOXES = '/api/set-top-boxes'

type Send = (order: Ask) => Promise<ReturnType<typeof JSON.parse>>

let folder: string
let helper: SetTopHelperSimulator
let prepared: Awaited<ReturnType<typeof prepare>>

/** A data folder to copy: an admin, a paired box, and two people of whom one may use it. */
async function prepare() {
  const env = { APP_SETTOP_HELPER: helper.path }
  const data = join(folder, 'prepared')
  const { app, ask } = await openApp(data, undefined, env)
  await app.start()
  const setup = { username: 'ana', password: 'correct horse' }
  const token: string = (await ask({ method: 'POST', path: '/api/auth/setup', body: setup })).access_token
  const invite = async (name: string): Promise<number> =>
    (await ask({ method: 'POST', path: '/api/admin/connect-token', body: { name }, token })).user_id
  const [bo, cy] = [await invite('bo'), await invite('cy')]
  const { id } = await pair(ask, token, helper.addBox({ name: 'Den' }))
  await ask({ method: 'PUT', path: `${BOXES}/${id}/grants`, body: { user_ids: [bo] }, token })
  await app.jobs.settle()
  await app.close()
  return { folder, data, env, token, path: `${BOXES}/${id}`, bo, cy }
}

/** Both steps of the ceremony. */
async function pair(ask: Send, token: string, { name, address, identifier, pin }: SimulatedBox) {
  const body = { name, address, identifier }
  const { id } = await ask({ method: 'POST', path: `${BOXES}/pairings`, body, token })
  return ask({ method: 'POST', path: `${BOXES}/pairings/${id}/complete`, body: { pin }, token })
}

beforeAll(async () => {
  folder = lastingFolder('foyer-set-top-boxes-')
  helper = await startSetTopHelper()
  prepared = await prepare()
})
afterAll(async () => {
  await helper.close()
  rmSync(folder, { recursive: true, force: true })
})

async function read(db: Db) {
  const boxes = await db.selectFrom('set_top_boxes').select('name').orderBy('name').execute()
  const grants = await db.selectFrom('set_top_box_grants').select('user_id').orderBy('user_id').execute()
  return { boxes: boxes.map(box => box.name), granted: grants.map(grant => grant.user_id) }
}

describe('killed before any write, a change of the boxes is whole or absent (2:4.12)', () => {
  it('who may use a box', async () => {
    const { path, token, bo, cy } = prepared
    await expectWholeOrAbsent(prepared, 'grants', {
      order: { method: 'PUT', path: `${path}/grants`, body: { user_ids: [cy] }, token },
      read,
      before: { boxes: ['Den'], granted: [bo] },
      after: { boxes: ['Den'], granted: [cy] },
    })
  })

  it('a forgotten box, with those who might use it', async () => {
    const { path, token, bo } = prepared
    await expectWholeOrAbsent(prepared, 'forget', {
      order: { method: 'DELETE', path, token },
      read,
      before: { boxes: ['Den'], granted: [bo] },
      after: { boxes: [], granted: [] },
    })
  })
})

it('killed after the box was paired and before its row, nothing is stuck and it can be paired again', async () => {
  const { token, env } = prepared
  const box = helper.addBox({ name: 'Attic' })
  const injectIn =
    ({ http }: App): Send =>
    async ({ method, path, body = {} }) => {
      const headers = { host: 'foyer.test', authorization: `Bearer ${token}` }
      return (await http.inject({ method, url: path, headers, payload: body })).json()
    }
  const { crashes, finished } = await crashEverywhere(prepared, {
    name: 'pairing',
    order: app => pair(injectIn(app), token, box),
    note: () => box.credentials.size,
    started: true,
  })
  const isSaved = async (data: string) => (await readStored(data, read)).boxes.includes('Attic')
  expect(await isSaved(finished)).toBe(true)
  const lost = []
  for (const { data, noted } of crashes) if (noted > 0 && !(await isSaved(data))) lost.push(data)
  const different = new Map(lost.map(data => [fingerprintOf(data), data]))
  expect(different.size).toBeGreaterThan(0)
  for (const data of different.values()) {
    const { app, ask } = await openApp(data, undefined, env)
    await app.start()
    const names = async () =>
      (await ask({ method: 'GET', path: BOXES, token })).devices.map((one: { name: string }) => one.name)
    expect(await names()).toEqual(['Den'])
    const { id } = await pair(ask, token, box)
    expect((await names()).toSorted()).toEqual(['Attic', 'Den'])
    const check = { method: 'POST', path: `${BOXES}/${id}/check`, body: {}, token } as const
    expect(await ask(check)).toEqual({ state: 'checked' })
    await app.close()
  }
})
