import { dropAfterCommit, garbage, status } from '@foyer/simulators'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { TestAnswer } from '#test/app.ts'
import { ENGINES } from '#test/engines.ts'
import { ACCOUNT_SERVERS, addRemote, buildMediaServers, type MediaServerWorld } from '#test/media-servers.ts'

/** What people type for a media server: a new password, one of theirs, a wrong one. */
const NEW = 'new-Zq7-password'
const OWN = 'own-Zq7-password'
const WRONG = 'wrong-Zq7-password'
const TYPED = /-Zq7-/

/** Every row of every table, as text. */
async function dump({ app }: MediaServerWorld): Promise<string> {
  const db = app.database.read
  const tables = await db.introspection.getTables()
  const rows = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)))
  return JSON.stringify(rows.map(result => result.rows))
}

/** Defends 2:5.5: credentials for a media server are used once and never stored, logged or echoed. */
describe.each(ENGINES)('passwords of media servers on %s', engine => {
  it('are in no answer, log line or row, whatever the servers do', async () => {
    const world = await buildMediaServers({ engine })
    const answers: TestAnswer[] = []
    for (const [n, server] of ACCOUNT_SERVERS.entries()) {
      const { faults } = world.simulators[server]
      const remote = `old-${n}`
      addRemote(world.simulators, server, remote, { password: OWN })
      const uma = await world.addPerson(`uma-${n}`, server)
      const account = `/api/media-servers/${world.ids[server]}/account`
      const create = async () => answers.push(await uma.call('POST', account, { password: NEW }))
      const link = async (password: string) =>
        answers.push(await uma.call('POST', `${account}/link`, { username: remote, password }))
      // A server that repeats what it was sent, in an error and in an answer.
      for (const fault of [
        status(500, { body: { message: `${NEW} ${OWN}` } }),
        status(400, { body: `${NEW} ${OWN}` }),
        garbage(),
        dropAfterCommit(),
      ]) {
        faults.always('POST /*', fault)
        await create()
        await link(OWN)
        faults.clear()
      }
      // 0.5: ten a minute.
      world.app.clock.advance(60_000)
      await link(WRONG)
      await create()
      await create()
      answers.push(await uma.call('GET', '/api/media-servers'))
    }
    answers.push(await world.asAdmin('GET', '/api/admin/media-servers/accounts'))
    await world.sweep()
    expect(answers.map(answer => answer.status)).toEqual(expect.arrayContaining([200, 201, 400, 409, 502]))
    for (const { raw, headers } of answers)
      expect(`${raw.toString()} ${JSON.stringify(headers)}`).not.toMatch(TYPED)
    expect(JSON.stringify(world.app.log.entries)).not.toMatch(TYPED)
    expect(await dump(world)).not.toMatch(TYPED)
    // The dump is whole: it holds what was made.
    expect(await dump(world)).toContain('uma-0')
  })
})
