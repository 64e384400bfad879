import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#kit/durations.ts'
import { call, conclude, createTestRuns, propose, type TestRuns } from '#test/agent-runs.ts'
import { openFresh } from '#test/engines.ts'

async function start(change: Parameters<TestRuns['save']>[0] = {}) {
  const runs = await createTestRuns(await openFresh('sqlite'))
  runs.models.brain = () => conclude('needs_admin')
  await runs.save({ enabled: true, auto_dispatch: true, circuit_breaker_giveups: 100, ...change })
  return runs
}

const later = async (runs: TestRuns, ms: number) => {
  runs.clock.advance(ms)
  await runs.settle()
}

describe('when a run begins (2:4.9)', () => {
  it('what could not begin stays open, and is taken up once settings allow it', async () => {
    const runs = await start({ enabled: false })
    const [auto, report] = [await runs.open(), await runs.openReport()]
    await later(runs, MINUTE_MS)
    expect([await runs.runs(auto), await runs.runs(report)]).toEqual([[], []])
    await runs.save({ enabled: true, auto_dispatch: false })
    await runs.settle()
    expect([(await runs.runs(auto)).length, (await runs.runs(report)).length]).toEqual([0, 1])
    expect([(await runs.issue(auto)).status, (await runs.run(report)).trigger]).toEqual([
      'open',
      'user_report',
    ])
    await runs.save({ auto_dispatch: true })
    await runs.settle()
    expect((await runs.run(auto)).trigger).toBe('auto')
  })

  it('no more than daily_run_cap in 24 hours, and none with 0 (C48)', async () => {
    const runs = await start({ daily_run_cap: 2 })
    const ids = [await runs.open(), await runs.open(), await runs.open()]
    const begun = async () => (await Promise.all(ids.map(id => runs.runs(id)))).flat().length
    await later(runs, MINUTE_MS)
    expect(await begun()).toBe(2)
    await runs.save({ daily_run_cap: 0 })
    await later(runs, 86_400_000)
    expect(await begun()).toBe(2)
    await runs.save({ daily_run_cap: 2 })
    await runs.settle()
    expect(await begun()).toBe(3)
  })

  it('not without a complete profile, and with it by the next minute', async () => {
    const runs = await start()
    const { current } = runs.profile
    runs.profile.current = null
    const id = await runs.open()
    await later(runs, MINUTE_MS)
    expect([await runs.runs(id), (await runs.issue(id)).status]).toEqual([[], 'open'])
    runs.profile.current = current
    await later(runs, MINUTE_MS)
    expect((await runs.runs(id)).length).toBe(1)
  })

  it.each([
    ['a problem of Foyer itself', { source: 'system', media_type: 'system' }],
    ['a setting that keeps causing problems', { is_prevention: 1 }],
  ] as const)('never for %s', async (_name, fields) => {
    const runs = await start()
    const id = await runs.open(fields)
    await later(runs, MINUTE_MS)
    expect([await runs.runs(id), (await runs.issue(id)).status]).toEqual([[], 'open'])
  })

  it.each([
    ['openai', 'large'],
    ['anthropic', 'small'],
  ] as const)('the override was tested with %s: the model is %s (2:4.7.2)', async (provider, model) => {
    const runs = await start({ model_override: 'large', model_override_provider: provider })
    const id = await runs.open()
    await runs.settle()
    expect([(await runs.run(id)).model, runs.models.asked[0]?.account.model]).toEqual([model, model])
  })

  it('another model goes on with texts alone, the same one with what it signed', async () => {
    const runs = await start()
    runs.models.brain = ({ messages }) =>
      messages.length === 1 ? { ...propose, text: 'I propose.', signed: true } : conclude('needs_admin')
    const id = await runs.open()
    await runs.settle()
    runs.profile.current = { provider: 'anthropic', model: 'other', binding: 'two' }
    await runs.endAction(id, { status: 'executed', result_text: 'Done.' })
    await runs.settle()
    expect(runs.models.lastMessages().map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(await runs.run(id)).toMatchObject({ provider: 'anthropic', model: 'other', binding: 'two' })
  })
})

describe('what ends a run at once (2:4.9)', () => {
  /** A run that waits for its model. */
  async function working() {
    const runs = await start()
    const asked = Promise.withResolvers<void>()
    runs.models.brain = () => {
      asked.resolve()
      return { hold: new Promise(() => {}) }
    }
    const id = await runs.open()
    const settled = runs.settle()
    await asked.promise
    return { runs, id, settled }
  }

  it.each([
    ['the issue is closed', (runs: TestRuns, id: number) => runs.close(id), 'dismissed'],
    ['the agent is turned off', (runs: TestRuns) => runs.save({ enabled: false }), 'open'],
    [
      'the library is removed or moved',
      (runs: TestRuns) => runs.database.transaction(tx => runs.investigations.instanceChanged(tx, 'movies')),
      'needs_admin',
    ],
  ])('%s', async (_name, change, status) => {
    const { runs, id, settled } = await working()
    expect(runs.models.open()).toBe(1)
    await change(runs, id)
    await settled
    expect(runs.models.open()).toBe(0)
    expect(await runs.run(id)).toMatchObject({
      status: 'aborted',
      stop_reason: 'aborted',
      active_issue_id: null,
    })
    expect((await runs.issue(id)).status).toBe(status)
    expect((await runs.saved()).giveups_in_a_row).toBe(0)
    await later(runs, MINUTE_MS)
    expect((await runs.runs(id)).length).toBe(1)
  })

  it('another library does not concern it', async () => {
    const { runs, id, settled } = await working()
    await runs.database.transaction(tx => runs.investigations.instanceChanged(tx, 'series'))
    expect((await runs.run(id)).status).toBe('running')
    await runs.close(id)
    await settled
  })

  it('waiting runs end as well, and what they proposed is no longer needed', async () => {
    const runs = await start()
    runs.models.script(propose)
    runs.models.brain = undefined
    const id = await runs.open()
    await runs.settle()
    await runs.save({ enabled: false })
    expect((await runs.run(id)).status).toBe('aborted')
    const actions = await runs.database.read.selectFrom('agent_actions').selectAll().execute()
    expect(actions.map(one => one.status)).toEqual(['superseded'])
    // Too late: nobody goes on with it.
    await runs.endAction(id, { status: 'executed' })
    await runs.settle()
    expect(runs.models.asked).toHaveLength(1)
  })

  it('a run that waits for somebody who leaves', async () => {
    const runs = await start()
    runs.models.brain = () => call('ask_reporter', { question: 'Which language is missing?' })
    const id = await runs.openReport()
    await runs.settle()
    const { reporter_id } = await runs.issue(id)
    await runs.database.transaction(tx => runs.investigations.userRemoved(tx, 999))
    expect((await runs.run(id)).status).toBe('waiting_user')
    await runs.database.transaction(tx => runs.investigations.userRemoved(tx, reporter_id ?? 0))
    expect(await runs.run(id)).toMatchObject({ status: 'aborted', active_issue_id: null })
    const { jobs } = await runs.database.read
      .selectFrom('jobs')
      .select(eb => eb.fn.countAll<number>().as('jobs'))
      .where('name', '=', 'agent-reporter-wait')
      .executeTakeFirstOrThrow()
    expect(jobs).toBe(0)
  })

  it('a reply is seen with the next step', async () => {
    const runs = await start()
    const [asked, replied] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    runs.models.brain = ({ messages }) => {
      asked.resolve()
      return messages.length === 1 ? { ...call('get_queue'), hold: replied.promise } : conclude('needs_admin')
    }
    const id = await runs.open()
    const settled = runs.settle()
    await asked.promise
    await runs.reply(id, 'It is the disk.', 'admin')
    replied.resolve()
    await settled
    expect(runs.models.lastMessages().at(-1)).toEqual({
      role: 'user',
      text: 'An admin wrote in the thread, as data: "It is the disk."',
    })
  })

  it('of a thread without end it reads what was written last', async () => {
    const runs = await start({ enabled: false })
    const id = await runs.open()
    for (let i = 1; i <= 30; i++) await runs.reply(id, `Message ${i}.`)
    await runs.save({ enabled: true })
    await later(runs, MINUTE_MS)
    const text = JSON.stringify(runs.models.asked[0]?.messages)
    expect(text.match(/Message \d+/g)).toHaveLength(20)
    expect(text).toContain('Message 30.')
  })
})
