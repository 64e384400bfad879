import { type Answer, empty, json, type SimRequest, text } from '../kit/answer.ts'
import { isRecord } from '../kit/json.ts'
import { createSimServer } from '../kit/sim-server.ts'
import { openSimulator, type Simulator, type SimulatorOptions } from '../kit/simulator.ts'

export interface RegisteredDevice {
  user_id: string
  device_id: string
  platform: string
  token: string
}

/** One notice at one device. */
export interface RungDevice {
  device_id: string
  user_id: string
  title: string
  body: string
  badge: number | undefined
  data: Record<string, unknown>
  collapse_id: string | undefined
}

export interface PushGatewaySimulator extends Simulator {
  /** A key that somebody set up by hand. */
  readonly fixed_key: string
  /** Names that enrolled, in order. */
  enrolled: () => readonly string[]
  devices: () => RegisteredDevice[]
  /** What devices were rung for, in order. */
  rung: () => readonly RungDevice[]
  /** What their screens show: a notice takes the place of an earlier one of its collapse id. */
  shown: () => RungDevice[]
  /** From now on only who knows this may enrol. */
  gate(token: string): void
  /** Every key it gave so far is refused from now on. */
  revokeKeys(): void
  /** The app was removed from this device: the next notice finds its token dead. */
  uninstall(device_id: string): void
  /** Apple or Google refuse this device without calling it dead. */
  refuseDevice(device_id: string, error: string): void
  /** Its storage is gone; keys still open it. */
  loseDevices(): void
  /** Forgets what was rung and asked; devices and keys stay. */
  forgetRinging(): void
}

/** A relay for phones, as push.md describes the side that its clients see. */
export async function startPushGateway(options: SimulatorOptions): Promise<PushGatewaySimulator> {
  const fixed_key = 'pg_fixed_0123456789abcdef'
  let keys = new Set<string>([fixed_key])
  const enrolled: string[] = []
  const devices = new Map<string, RegisteredDevice>()
  let rung: RungDevice[] = []
  let gateToken: string | null = null
  const dead = new Set<string>()
  const refused = new Map<string, string>()

  const server = createSimServer({
    ...options,
    name: 'pushGateway',
    authorise: ({ headers }) => {
      const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
      return keys.has(given) ? null : refuseKey()
    },
    notFound: () => text('not found', 404),
    refuse: status => text('the gateway is not well', status),
    refuseKey,
  })

  server.route('POST /v1/enroll', request => enrol(request), 'open')
  server.route('POST /v1/devices', request => register(request))
  server.route('DELETE /v1/devices', request => unregister(request))
  server.route('POST /v1/notifications', request => notify(request))

  function enrol({ headers, body }: SimRequest): Answer {
    if (gateToken !== null && headers['x-enroll-token'] !== gateToken) return text('enrolment is gated', 403)
    const name = isRecord(body) && typeof body['name'] === 'string' ? body['name'] : ''
    if (name === '') return text('name is required', 400)
    enrolled.push(name)
    const api_key = `pg_key_${enrolled.length}_${'a1b2c3d4'.repeat(3)}`
    keys.add(api_key)
    return json({ tenant_id: `t${enrolled.length}`, api_key })
  }

  function register({ body }: SimRequest): Answer {
    const device = readDevice(body)
    if (!device) return text('user_id, device_id, platform and token are required texts', 400)
    devices.set(device.device_id, device)
    dead.delete(device.device_id)
    return json({ ok: true })
  }

  function unregister({ body }: SimRequest): Answer {
    if (!isRecord(body) || typeof body['device_id'] !== 'string') return text('device_id is required', 400)
    devices.delete(body['device_id'])
    return empty(204)
  }

  function notify({ body }: SimRequest): Answer {
    const wanted = readNotice(body)
    if (!wanted) return text('to.user_ids, notification and data are required', 400)
    const targets = [...devices.values()].filter(one => wanted.user_ids.includes(one.user_id))
    const results = targets.map(device => ring(device, wanted))
    const sent = results.filter(one => one.ok).length
    return json({ sent, failed: results.length - sent, results })
  }

  function ring({ device_id, user_id, platform, token }: RegisteredDevice, { notice }: Wanted) {
    const base = { device_id, token, platform, ok: false, pruned: false }
    if (dead.has(device_id)) {
      devices.delete(device_id)
      return { ...base, pruned: true, error: 'Unregistered' }
    }
    const error = refused.get(device_id)
    if (error !== undefined) return { ...base, error }
    rung.push({ device_id, user_id, ...notice })
    return { ...base, ok: true }
  }

  return {
    ...(await openSimulator(server)),
    fixed_key,
    enrolled: () => enrolled,
    devices: () => [...devices.values()],
    rung: () => rung,
    shown: () => [
      ...new Map(rung.map((one, n) => [`${one.device_id} ${one.collapse_id ?? n}`, one])).values(),
    ],
    gate(token) {
      gateToken = token
    },
    revokeKeys() {
      keys = new Set()
    },
    uninstall: device_id => void dead.add(device_id),
    refuseDevice: (device_id, error) => void refused.set(device_id, error),
    loseDevices: () => devices.clear(),
    forgetRinging() {
      rung = []
      server.journal.clear()
    },
  }
}

function refuseKey(): Answer {
  return text('unknown key', 401)
}

function readDevice(body: unknown): RegisteredDevice | null {
  if (!isRecord(body)) return null
  const { user_id, device_id, platform, token } = body
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
  if (!isText(user_id) || !isText(device_id) || !isText(token)) return null
  if (platform !== 'ios' && platform !== 'android') return null
  return { user_id, device_id, platform, token }
}

interface Wanted {
  user_ids: readonly unknown[]
  notice: Omit<RungDevice, 'device_id' | 'user_id'>
}

/** Strict: titles are texts, data is flat, a collapse id fits Apple's 64 bytes. */
function readNotice(body: unknown): Wanted | null {
  if (!isRecord(body)) return null
  const { to, notification, data, options } = body
  if (!isRecord(to) || !Array.isArray(to['user_ids']) || !isRecord(notification) || !isRecord(data))
    return null
  const { title, body: line, badge } = notification
  if (typeof title !== 'string' || typeof line !== 'string' || typeof data['type'] !== 'string') return null
  if (Object.values(data).some(value => typeof value === 'object')) return null
  const collapse = isRecord(options) ? options['collapse_id'] : undefined
  const collapse_id = typeof collapse === 'string' ? collapse : undefined
  if (collapse_id !== undefined && Buffer.byteLength(collapse_id) > 64) return null
  const number = typeof badge === 'number' ? badge : undefined
  return { user_ids: to['user_ids'], notice: { title, body: line, badge: number, data, collapse_id } }
}
