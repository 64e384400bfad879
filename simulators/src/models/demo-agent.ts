import { asList, asRecord, isRecord, type JsonRecord, numberIn, textIn } from '../kit/json.ts'
import { parseResult } from './demo-conversation.ts'
import type { ModelQuestion, Reply } from './model-types.ts'

/** What is proposed for a download with this problem, and why. */
interface Fix {
  kind: 'remediate_queue' | 'manual_import'
  params: JsonRecord
  rationale: string
}

const REPLACE = { kind: 'remediate_queue', params: { action: 'blocklist_search' } } as const
const IMPORT = { kind: 'manual_import', params: { force: true } } as const

const FIXES: Readonly<Record<string, Fix>> = {
  stalled: {
    ...REPLACE,
    rationale: 'Nobody has offered a piece of this release for a while. Another release will be quicker.',
  },
  sample_file: {
    ...REPLACE,
    rationale: 'The download contains only a short sample. Another release should have the whole title.',
  },
  dangerous_file: {
    ...REPLACE,
    rationale: 'The download contains a program instead of a video. It must not be imported.',
  },
  not_an_upgrade: {
    kind: 'remediate_queue',
    params: { action: 'remove' },
    rationale: 'The copy in the library is as good as this one, so the download is not needed.',
  },
  matched_by_id: {
    ...IMPORT,
    rationale: 'The files are complete and belong to this title. Only their names are unusual.',
  },
  episode_mapping: {
    ...IMPORT,
    rationale: 'The files are complete. The release numbers the episodes in another way.',
  },
}

const ADVICE: Readonly<Record<string, string>> = {
  disk_space: 'The disk is full. Make some room; the download is then imported by itself.',
}

export function isAgentQuestion({ tools }: ModelQuestion): boolean {
  return tools.some(tool => tool.name === 'conclude_issue')
}

const call = (text: string, name: string, input: JsonRecord = {}): Reply => ({
  text,
  tool_calls: [{ name, input }],
  usage: { input_tokens: 2140, output_tokens: 96 },
})

const conclude = (outcome: 'resolved' | 'needs_admin', summary: string) =>
  call('', 'conclude_issue', { outcome, summary })

/** The agent of the demo: reads the queue, proposes the usual fix once, asks the reporter when in doubt, and ends. */
export function answerAsAgent({ messages, tools }: ModelQuestion): Reply {
  const problem = problemIn(messages.find(one => one.role === 'user')?.text ?? '')
  const results = messages.filter(one => one.role === 'tool')
  const resultOf = (tool: string) => results.findLast(one => one.name === tool)?.text
  const queue = resultOf('diagnose_queue')
  if (queue === undefined) return call('First I look at the downloads of this title.', 'diagnose_queue')
  if (resultOf('conclude_issue') !== undefined)
    return conclude('needs_admin', 'I could not confirm that the problem is gone. Please have a look.')
  if (problem['category'] !== undefined) return answerReport(problem, resultOf)
  const answered = resultOf('propose_action')
  const fix = tools.some(tool => tool.name === 'propose_action') ? fixFor(problem, queue) : null
  if (answered !== undefined) return concludeFix(answered)
  return fix ?? conclude('needs_admin', adviceFor(problem))
}

function adviceFor(problem: JsonRecord): string {
  const advice = ADVICE[textIn(problem, 'problem') ?? '']
  return advice ?? 'The download is stuck, and I know no safe way to go on. Please have a look at it.'
}

function concludeFix(answered: string): Reply {
  if (!answered.includes('was carried out.'))
    return conclude('needs_admin', 'The fix was not made, and I know no other safe one.')
  return conclude('resolved', 'The download was dealt with, and the library no longer shows the problem.')
}

function answerReport(problem: JsonRecord, resultOf: (tool: string) => string | undefined): Reply {
  if (problem['category'] === 'wrong_audio' && resultOf('ask_reporter') === undefined)
    return call('Only the reporter can say what was expected.', 'ask_reporter', {
      question: 'Which language do you hear, and which one would you like to have?',
    })
  return conclude(
    'needs_admin',
    'The library shows nothing unusual about this title. Somebody has to watch or listen to it.',
  )
}

/** The facts that the first message of a run quotes. */
function problemIn(text: string): JsonRecord {
  const [quoted = '{}'] = /\{\n[^]*?\n\}/.exec(text) ?? []
  const facts: unknown = JSON.parse(quoted)
  return isRecord(facts) ? facts : {}
}

function fixFor(problem: JsonRecord, queue: string): Reply | null {
  const fix = FIXES[textIn(problem, 'problem') ?? '']
  const row = asList(parseResult(queue)?.['libraries'])
    .flatMap(library => asList(asRecord(library)['items']).map(asRecord))
    .find(one => one['severity'] === 'problem' && textIn(one, 'title') === textIn(problem, 'title'))
  const queue_id = row && numberIn(row, 'queue_id')
  if (!fix || queue_id === undefined) return null
  const { kind, params, rationale } = fix
  const media_type = textIn(problem, 'media_type')
  return call('This is a known problem with a known fix.', 'propose_action', {
    kind,
    params: { media_type, queue_id, ...params },
    rationale,
    risk: 'medium',
  })
}
