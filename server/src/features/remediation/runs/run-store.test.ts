import { expect, it } from 'vitest'
import { describeEachEngine } from '#test/engines.ts'
import { seedIssue, seedRun } from '#test/seed-remediation.ts'
import * as store from './run-store.ts'

const AT = '2026-11-15T09:00:00.000Z'

describeEachEngine('the store of runs', open => {
  it('has one run of an issue that is not over, and lists the others newest first', async () => {
    const database = await open()
    const issue_id = await seedIssue(database)
    const other = await seedIssue(database, { instance_id: 'series' })
    const over = await seedRun(database, { issue_id })
    const running = await seedRun(database, { issue_id, active_issue_id: issue_id, status: 'running' })
    await seedRun(database, { issue_id: other, active_issue_id: other, status: 'waiting_user' })
    await expect(
      seedRun(database, { issue_id, active_issue_id: issue_id, status: 'running' }),
    ).rejects.toThrow('was violated')
    const db = database.read
    expect((await store.findActiveRun(db, issue_id))?.id).toBe(running)
    expect((await store.listRunsOf(db, issue_id)).map(({ id }) => id)).toEqual([running, over])
    expect((await store.listActiveRuns(db)).length).toBe(2)
    expect((await store.listActiveRuns(db, 'movies')).map(({ id }) => id)).toEqual([running])
    expect(await store.countStartedSince(db, '2026-11-15T08:59:59.999Z')).toBe(3)
    expect(await store.countStartedSince(db, AT)).toBe(0)
  })

  it('changes a run only from a status that it has', async () => {
    const database = await open()
    const id = await seedRun(database, { issue_id: await seedIssue(database), status: 'running' })
    await database.transaction(async tx => {
      expect(await store.changeRun(tx, id, ['waiting_user'], { status: 'failed' })).toBeNull()
      const changed = await store.changeRun(tx, id, ['running'], { status: 'waiting_user', step_count: 4 })
      expect(changed).toMatchObject({ status: 'waiting_user', step_count: 4 })
    })
  })

  it('numbers steps in order, answers each call once and stores any text', async () => {
    const database = await open()
    const run_id = await seedRun(database, { issue_id: await seedIssue(database) })
    await database.transaction(async tx => {
      await store.appendSteps(tx, run_id, AT, [{ kind: 'note', text: 'a\0b\ud800' }])
      await store.appendSteps(tx, run_id, AT, [
        { kind: 'message', text: '', model_content: '{"content":"\\u0000"}' },
        { kind: 'tool', call_id: '1\0', tool_name: 'ask_\0reporter', tool_input: '{}' },
      ])
      expect(await store.findOpenCall(tx, run_id, 'ask_reporter')).toMatchObject({ seq: 3 })
      expect(await store.answerCall(tx, { run_id, seq: 3 }, { text: 'yes\0', ok: true })).toBe(true)
      expect(await store.answerCall(tx, { run_id, seq: 3 }, { text: 'no', ok: false })).toBe(false)
      expect(await store.findOpenCall(tx, run_id, 'ask_reporter')).toBeNull()
    })
    const steps = await store.listSteps(database.read, run_id)
    expect(steps.map(({ seq, text, tool_output }) => [seq, text, tool_output])).toEqual([
      [1, 'ab\ufffd', null],
      [2, '', null],
      [3, null, 'yes'],
    ])
    await database.transaction(tx => store.forgetContents(tx, run_id))
    expect((await store.listSteps(database.read, run_id)).map(step => step.model_content)).toEqual([
      null,
      null,
      null,
    ])
  })
})
