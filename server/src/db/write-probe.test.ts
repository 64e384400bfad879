import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readyJson } from '#kit/ready.ts'
import { describeEachEngine, temporaryFolder } from '#test/engines.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { probeWrites } from './write-probe.ts'

const AT = '2026-11-15T09:00:00.000Z'

describeEachEngine('a probe of whether changes can be saved', open => {
  it('leaves nothing behind', async () => {
    const database = await open()
    const folder = temporaryFolder()
    await probeWrites(database, folder, AT)
    expect(await database.read.selectFrom('settings').select('key').execute()).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })

  it('changes no content, so what was read before it still holds', async () => {
    const database = await open()
    const before = database.commits()
    const known = await database.transaction(async tx => tx)
    const counted = database.commits()
    const answers = createKeptAnswers(database, { max_bytes: 10_000 })
    let made = 0
    const read = () =>
      answers('key', async () => ({ value: readyJson({ made: (made += 1) }), isCurrent: () => true }))
    await read()
    await probeWrites(database, temporaryFolder(), AT)
    await read()
    expect(database.commits()).toBe(counted)
    if (database.engine === 'postgres') return expect([before, made]).toEqual([null, 2])
    expect(made).toBe(1)
    expect(counted).not.toBe(before)
    expect(await database.transaction(async () => database.previous() === known)).toBe(true)
  })
})
