import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startWorld } from '@foyer/simulators'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lastingFolder } from '#test/memory-disk.ts'
import { type Ask, crashEverywhere, openApp, readStored } from './prepared-server.ts'

let folder: string
let prepared: Awaited<ReturnType<typeof prepare>>

/** A data folder to copy: a library, and an admin with an open report. */
async function prepare() {
  const world = await startWorld({ products: ['radarr'] })
  const data = join(folder, 'prepared')
  const { app, ask } = await openApp(data)
  await app.start()
  const setup = { username: 'ana', password: 'correct horse' }
  const token: string = (await ask({ method: 'POST', path: '/api/auth/setup', body: setup })).access_token
  const post = (path: string, body: object): Ask => ({ method: 'POST', path, body, token })
  const { url, api_key } = world.radarr
  const manager = { service_type: 'movie_manager', name: 'Movies', url, api_key }
  const { id: instance_id } = await ask(post('/api/admin/instances', manager))
  const report = (tmdb_id: number, reason: string) =>
    post('/api/issues', { instance_id, media_type: 'movie', tmdb_id, reason })
  const { issue_id } = await ask(report(1, 'Blurry.'))
  await app.jobs.settle()
  await app.close()
  return { world, folder, data, post, report, issue_id }
}

beforeAll(async () => {
  folder = lastingFolder('foyer-issues-')
  prepared = await prepare()
})
afterAll(async () => {
  await prepared.world.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Issues with their threads, and how many alerts tell of them. */
function read(data: string) {
  return readStored(data, async db => {
    const issues = await db
      .selectFrom('issues')
      .select(['title', 'status', 'occurrences'])
      .orderBy('id')
      .execute()
    const messages = await db.selectFrom('issue_messages').select('body').orderBy('id').execute()
    const alerts = await db.selectFrom('alerts').select('type').orderBy('id').execute()
    return {
      issues: issues.map(({ title, status, occurrences }) => `${title} ${status} ${occurrences}`),
      messages: messages.map(({ body }) => body),
      alerts: alerts.map(({ type }) => type),
    }
  })
}

const BEFORE = { issues: ['Movie 1 observing 1'], messages: ['Blurry.'], alerts: ['issue_created'] }

it.each<[string, () => Ask, typeof BEFORE]>([
  [
    'a report',
    () => prepared.report(2, 'Silent.'),
    {
      issues: [...BEFORE.issues, 'Movie 2 observing 1'],
      messages: ['Blurry.', 'Silent.'],
      alerts: ['issue_created', 'issue_created'],
    },
  ],
  [
    'a report that continues another',
    () => prepared.report(1, 'Still.'),
    {
      issues: ['Movie 1 observing 2'],
      messages: ['Blurry.', 'Still.'],
      alerts: ['issue_created', 'issue_question'],
    },
  ],
  [
    'a reply',
    () => prepared.post(`/api/issues/${prepared.issue_id}/reply`, { body: 'Hello?' }),
    { ...BEFORE, messages: ['Blurry.', 'Hello?'], alerts: ['issue_created', 'issue_question'] },
  ],
  [
    'a confirmation',
    () => prepared.post(`/api/issues/${prepared.issue_id}/confirm-fixed`, {}),
    {
      issues: ['Movie 1 resolved 1'],
      messages: ['Blurry.', 'The reporter confirmed that it is fixed.'],
      alerts: ['issue_created', 'issue_fix_confirm'],
    },
  ],
])('killed before any write of %s, all of it is there or nothing', async (name, order, after) => {
  const { crashes, finished } = await crashEverywhere(prepared, {
    name: name.replaceAll(' ', '-'),
    order: order(),
    note: () => null,
    started: true,
  })
  expect(crashes.length).toBeGreaterThan(3)
  for (const { data } of crashes) expect([BEFORE, after]).toContainEqual(await read(data))
  expect(await read(crashes[0]?.data ?? '')).toEqual(BEFORE)
  expect(await read(finished)).toEqual(after)
})
