import { randomBytes } from 'node:crypto'
import { type HelperProcess, listenForHelpers } from './helper-processes.ts'
import { placeProgram } from './helper-program.ts'

export type { HelperProcess } from './helper-processes.ts'

/** A set-top box, and what was done to it. */
export interface SimulatedBox {
  name: string
  address: string
  identifier: string
  model?: string
  /** Shown on its screen while it is being paired. */
  pin: string
  is_reachable: boolean
  has_player: boolean
  /** What it gave to those that were paired with it. */
  credentials: Set<string>
  opened: { media_type: unknown; tmdb_id: unknown }[]
  selected: number
}

/** The moments at which a helper reads a line. */
export type Moment = 'discover' | 'pair' | 'pin' | 'check' | 'open' | 'select' | 'commit'

/** Replaces what the helper would do at a moment. `proceed` does that after all. */
export type Behaviour = (helper: HelperProcess, proceed: () => void) => void

/** 2/4.12, C36: the fields of each request. */
const FIELDS: Record<string, { required: string[]; optional: string[] }> = {
  discover: { required: ['action'], optional: ['address'] },
  pair: { required: ['action', 'address', 'identifier'], optional: [] },
  pin: { required: ['pin'], optional: [] },
  check: { required: ['action', 'address', 'identifier', 'credentials'], optional: [] },
  open: {
    required: ['action', 'address', 'identifier', 'credentials', 'media_type', 'tmdb_id'],
    optional: [],
  },
  select: { required: ['action', 'address', 'identifier', 'credentials'], optional: [] },
  commit: { required: ['commit'], optional: [] },
}

function momentOf(message: Record<string, unknown>): string {
  if (message['commit'] === true) return 'commit'
  return 'pin' in message ? 'pin' : String(message['action'])
}

function problemWith(moment: string, message: Record<string, unknown>): string | null {
  const fields = FIELDS[moment]
  if (!fields) return `asked for ${moment}`
  const missing = fields.required.filter(name => !(name in message))
  const strange = Object.keys(message).filter(
    name => ![...fields.required, ...fields.optional].includes(name),
  )
  return missing.length + strange.length > 0
    ? `${moment}: lacks [${missing.join()}], has also [${strange.join()}]`
    : null
}

/** The helper of 2/4.12 and the boxes it reaches: `path` is for APP_SETTOP_HELPER. */
export async function startSetTopHelper() {
  const program = placeProgram()
  const boxes: SimulatedBox[] = []
  const started: HelperProcess[] = []
  const scripted: { moment: Moment; behaviour: Behaviour }[] = []
  const problems: string[] = []

  const find = ({ address, identifier }: Record<string, unknown>) =>
    boxes.find(box => box.is_reachable && box.address === address && box.identifier === identifier)

  /** The error that a box answers with, or null. */
  function refusalOf(box: SimulatedBox | undefined, request: Record<string, unknown>): string | null {
    if (!box) return 'unreachable'
    if (!box.credentials.has(String(request['credentials']))) return 'needs_pairing'
    return box.has_player || request['action'] === 'select' ? null : 'player_missing'
  }

  function pair(helper: HelperProcess, pin: unknown): void {
    const box = find(helper.received[0] ?? {})
    if (!box || box.pin !== pin) return helper.finish({ state: 'error', code: 'invalid_pin' })
    const credentials = randomBytes(34).toString('hex')
    box.credentials.add(credentials)
    helper.finish({ state: 'paired', credentials })
  }

  function carryOut(helper: HelperProcess): void {
    const request = helper.received[0] ?? {}
    const box = find(request)
    if (!box) return helper.finish({ state: 'error', code: 'unreachable' })
    const { media_type, tmdb_id } = request
    if (request['action'] === 'select') box.selected += 1
    else box.opened.push({ media_type, tmdb_id })
    helper.finish({ state: 'sent' })
  }

  function serve(helper: HelperProcess, moment: string, message: Record<string, unknown>): void {
    if (moment === 'pin') return pair(helper, message['pin'])
    if (moment === 'commit') return carryOut(helper)
    if (moment === 'discover') {
      const at = message['address']
      const found = boxes.filter(box => box.is_reachable && (at === undefined || box.address === at))
      const devices = found.map(({ name, address, identifier, model }) => ({
        name,
        address,
        identifier,
        ...(model !== undefined && { model }),
      }))
      return helper.finish({ state: 'discovered', devices })
    }
    if (moment === 'pair') {
      if (find(message)) return helper.answer({ state: 'pin_required' })
      return helper.finish({ state: 'error', code: 'unreachable' })
    }
    const code = refusalOf(find(message), message)
    if (code !== null) return helper.finish({ state: 'error', code })
    if (moment === 'check') return helper.finish({ state: 'checked' })
    helper.answer({ state: 'ready' })
  }

  const listening = await listenForHelpers(program.socket, (helper, message) => {
    if (!started.includes(helper)) started.push(helper)
    const moment = momentOf(message)
    const problem = problemWith(moment, message)
    if (problem !== null) problems.push(problem)
    const at = scripted.findIndex(one => one.moment === moment)
    const [one] = at === -1 ? [] : scripted.splice(at, 1)
    if (one) one.behaviour(helper, () => serve(helper, moment, message))
    else serve(helper, moment, message)
  })

  return {
    /** The executable. */
    path: program.path,
    /** Every process that asked for something, in order. */
    started: started as readonly HelperProcess[],
    addBox(box: Partial<SimulatedBox> = {}): SimulatedBox {
      const number = boxes.length + 1
      const added: SimulatedBox = {
        name: `Box ${number}`,
        address: `192.0.2.${number}`,
        identifier: `AA:BB:CC:00:00:${String(number).padStart(2, '0')}`,
        pin: '1234',
        is_reachable: true,
        has_player: true,
        credentials: new Set(),
        opened: [],
        selected: 0,
        ...box,
      }
      boxes.push(added)
      return added
    },
    /** Something else at the next such moment; several queue up in order. */
    next(moment: Moment, behaviour: Behaviour): void {
      scripted.push({ moment, behaviour })
    },
    /** Holds the next such moment: resolves when it is reached, with the way to go on. */
    hold(moment: Moment): Promise<{ helper: HelperProcess; proceed: () => void }> {
      const { promise, resolve } = Promise.withResolvers<{ helper: HelperProcess; proceed: () => void }>()
      scripted.push({ moment, behaviour: (helper, proceed) => resolve({ helper, proceed }) })
      return promise
    },
    /** Fails after a request that the contract does not know. */
    async close(): Promise<void> {
      await listening.close()
      program.remove()
      if (problems.length > 0) throw new Error(`The set-top helper was asked wrongly: ${problems.join('; ')}`)
    },
  }
}

export type SetTopHelperSimulator = Awaited<ReturnType<typeof startSetTopHelper>>
