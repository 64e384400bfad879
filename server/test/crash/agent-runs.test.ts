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
  call('ask_reporter', { question: 'Which language is missing?' }),
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

/** What nobody would ever go on with: a status that says somebody is at it, and nobody is. */
async function stuck({ database: { read }, ...runs }: TestRuns, id: number): Promise<string[]> {
  const [run] = await runs.runs(id)
  const { status: issue } = await runs.issue(id)
  const jobs = (await read.selectFrom('jobs').select('name').execute()).map(({ name }) => name)
  const actions = await read.selectFrom('agent_actions').select('status').execute()
  const isDecidable = actions.some(({ status }) => status === 'proposed')
  const found = {
    'a run to go on with, without a job':
      ['running', 'resume_pending'].includes(run?.status ?? '') && !jobs.includes('run-agent'),
    'a question without an end': run?.status === 'waiting_user' && !jobs.includes('agent-reporter-wait'),
    'a wait for a decision without a proposal': run?.status === 'waiting_approval' && !isDecidable,
    'an issue that is looked into, without a run':
      ['investigating', 'awaiting_user', 'awaiting_approval'].includes(issue) && !run?.active_issue_id,
    'an open issue that nothing takes up': issue === 'open' && !jobs.includes('agent-take-up') && !run,
  }
  return Object.entries(found).flatMap(([name, is_found]) => (is_found ? [name] : []))
}

/** Everything that is left to do: the reporter's answer and an admin's approval included. */
async function goOn(runs: TestRuns, id: number): Promise<void> {
  const settle = async () => {
    await runs.settle()
    expect(await stuck(runs, id)).toEqual([])
    return (await runs.runs(id))[0]?.status
  }
  if ((await settle()) === 'waiting_user') await runs.reply(id, 'German.')
  if ((await settle()) === 'waiting_approval')
    await runs.endAction(id, { status: 'executed', result_text: 'Done.' })
  await settle()
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

it('killed before any write, a run goes on where it was, and nothing happens twice (2:4.9)', async () => {
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
  const id = await runs.openReport()
  counting = true
  await goOn(runs, id)
  counting = false
  const expected = await whatHappened(runs, id)
  expect(expected).toMatchObject({
    issue: 'needs_admin',
    run: ['succeeded', null, 5, 50],
    thread: ['I look into it.', 'Which language is missing?', 'German.', 'It did not help.'],
    actions: [{ status: 'executed' }],
    runs: 1,
  })
  expect(copies.length).toBeGreaterThan(30)
  for (const [place, copy] of copies.entries()) {
    const again = await open(join(copy, 'foyer.db'))
    await goOn(again, id)
    expect(await whatHappened(again, id), `killed before write ${place + 1}`).toEqual(expected)
    expect(again.models.asked.length).toBeLessThanOrEqual(5)
    await again.database.close()
  }
})
