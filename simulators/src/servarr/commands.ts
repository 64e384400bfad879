import { json } from '../kit/answer.ts'
import { asRecord, type JsonRecord, textIn } from '../kit/json.ts'
import { DAY_MS, isoSecond, MINUTE_MS, SECOND_MS } from '../kit/time.ts'
import { failed, found, readRecordId } from './servarr-answers.ts'
import type { Servarr } from './servarr.ts'

interface Command {
  id: number
  name: string
  body: JsonRecord
  queued: number
  ended: number | null
  failed: boolean
}

export interface Commands {
  /** Queues as POST does: an equal one that still waits is returned instead of doubled. */
  queue: (name: string, body: JsonRecord) => Command
  all: () => { id: number; name: string; body: JsonRecord; done: boolean }[]
}

const RUN_MS = SECOND_MS
const LISTED_MS = 5 * MINUTE_MS
const KEPT_MS = DAY_MS

export function createCommands(
  servarr: Servarr,
  /** False: it failed. */
  runners: Record<string, (body: JsonRecord) => unknown>,
  /** Known and accepted, with nothing to show for it here. */
  idle: readonly string[],
): Commands {
  const { server, api, timeline, nextId } = servarr
  let commands: Command[] = []

  function queue(name: string, body: JsonRecord): Command {
    const key = JSON.stringify(body)
    const waiting = commands.find(
      one => one.name === name && one.ended === null && JSON.stringify(one.body) === key,
    )
    if (waiting) return waiting
    const command: Command = {
      id: nextId('command'),
      name,
      body,
      queued: timeline.now(),
      ended: null,
      failed: false,
    }
    commands.push(command)
    timeline.after(RUN_MS, () => {
      command.failed = runners[name]?.(body) === false
      command.ended = timeline.now()
      // servarr-common.md, 4: a finished row is gone after about a day; 404 then means "outcome unknown".
      timeline.after(KEPT_MS, () => {
        commands = commands.filter(one => one !== command)
      })
    })
    return command
  }

  server.route(`GET ${api}/command`, () => {
    const now = timeline.now()
    return json(commands.filter(one => one.ended === null || now - one.ended < LISTED_MS).map(resource))
  })
  server.route(`GET ${api}/command/:id`, request => {
    const id = readRecordId(request)
    return json(
      resource(
        found(
          request,
          commands.find(command => command.id === id),
        ),
      ),
    )
  })
  server.route(`POST ${api}/command`, request => {
    const { name: _name, ...body } = asRecord(request.body)
    const name = textIn(asRecord(request.body), 'name') ?? ''
    if (!(name in runners) && !idle.includes(name))
      return failed(500, `Sequence contains no matching element: ${name}Command`)
    return json(resource(queue(name, body)), 201)
  })

  return {
    queue,
    all: () => commands.map(({ id, name, body, ended }) => ({ id, name, body, done: ended !== null })),
  }
}

function resource(command: Command): JsonRecord {
  const done = command.ended !== null
  return {
    id: command.id,
    name: command.name,
    commandName: command.name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '),
    ...(done && { message: command.failed ? 'Failed' : 'Completed' }),
    body: { ...command.body, sendUpdatesToClient: true, trigger: 'manual', name: command.name },
    priority: 'normal',
    status: done ? (command.failed ? 'failed' : 'completed') : 'queued',
    result: done ? (command.failed ? 'unsuccessful' : 'successful') : 'unknown',
    queued: isoSecond(command.queued),
    ...(command.ended !== null && {
      started: isoSecond(command.queued),
      ended: isoSecond(command.ended),
      duration: '00:00:01',
    }),
    trigger: 'manual',
    sendUpdatesToClient: true,
    updateScheduledTask: true,
  }
}
