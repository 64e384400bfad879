import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Observer } from '#db/faults.ts'
import { openSqlite } from '#db/sqlite.ts'
import { call, conclude, createTestRuns, propose, type TestRuns } from '#test/agent-runs.ts'
import { afterTest, placeSqlite, temporaryFolder } from '#test/engines.ts'
import { createTestModels } from '#test/scripted-model.ts'

const WRITES = /^(insert|update|delete|commit)\b/i
const FILES = ['foyer.db', 'foyer.db-wal']

/** Answers by what was said before, so that a run that goes on elsewhere goes on in the same way. */
const SCRIPT = [
  call('get_queue'),
  call('post_issue_message', { body: 'I look into it.' }),
  { calls: [propose.calls[0] ?? { name: '' }, { name: 'get_history', input: { media_type: 'movie' } }] },
  conclude('needs_admin', 'It did not help.'),
]

async function open(file: string, observe?: Observer) {
  const database = openSqlite(file, observe)
  afterTest(() => database.close())
  const models = createTestModels()
  models.brain = ({ messages }) => SCRIPT[messages.filter(({ role }) => role === 'answer').length] ?? {}
  return createTestRuns(database, { models })
}

/** Everything that is left to do, an admin's approval included. */
async function goOn(runs: TestRuns, id: number): Promise<void> {
  await runs.settle()
  const [run] = await runs.runs(id)
  if (run?.status === 'waiting_approval')
    await runs.endAction(id, { status: 'executed', result_text: 'Done.' })
  await runs.settle()
}

async function whatHappened(runs: TestRuns, id: number) {
  const steps = await runs.steps(id)
  const actions = await runs.database.read.selectFrom('agent_actions').select(['status', 'call_id']).execute()
  const { status, stop_reason, step_count, input_tokens } = await runs.run(id)
  return {
    issue: (await runs.issue(id)).status,
    run: [status, stop_reason, step_count, input_tokens],
    steps: steps.map(step => [step.seq, step.kind, step.tool_name, step.tool_output !== null, step.is_error]),
    thread: (await runs.thread(id)).map(({ body }) => body),
    actions,
    runs: (await runs.runs(id)).length,
  }
}

it('killed before any write, a run goes on where it was, and nothing happens twice (2:4.9)', {
  timeout: 120_000,
}, async () => {
  const folder = temporaryFolder()
  const file = await placeSqlite(folder)
  const copies: string[] = []
  let counting = false
  const runs = await open(file, text => {
    if (!counting || !WRITES.test(text)) return
    const copy = join(folder, String(copies.length))
    mkdirSync(copy)
    for (const name of FILES)
      if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(copy, name))
    copies.push(copy)
  })
  await runs.save({ enabled: true, auto_dispatch: true })
  const id = await runs.open()
  counting = true
  await goOn(runs, id)
  counting = false
  const expected = await whatHappened(runs, id)
  expect(expected).toMatchObject({
    issue: 'needs_admin',
    run: ['succeeded', null, 4, 40],
    thread: ['I look into it.', 'It did not help.'],
    actions: [{ status: 'executed' }],
    runs: 1,
  })
  expect(copies.length).toBeGreaterThan(30)
  for (const [place, copy] of copies.entries()) {
    const again = await open(join(copy, 'foyer.db'))
    await goOn(again, id)
    expect(await whatHappened(again, id), `killed before write ${place + 1}`).toEqual(expected)
    expect(again.models.asked.length).toBeLessThanOrEqual(4)
    await again.database.close()
  }
})
