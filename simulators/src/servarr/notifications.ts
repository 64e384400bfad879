import { json, Refused, type SimRequest } from '../kit/answer.ts'
import { asList, asRecord, type JsonRecord, numbersIn, textIn } from '../kit/json.ts'
import { found, invalid, raised, readRecordId } from './servarr-answers.ts'
import type { Servarr } from './servarr.ts'
import { createWebhooks, type Webhooks, type WebhookTarget } from './webhooks.ts'

const MASK = '********'
const WEBHOOK = 'Webhook'
const PRIVATE_HOST = /^(localhost$|10\.|127\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|\[?f[cd])/

interface Connection {
  id: number
  name: string
  /** `Webhook`, or another kind, which only keeps its place and its name here. */
  implementation: string
  tags: number[]
  /** Which events it wants: `onGrab`, `onDownload` … */
  flags: Record<string, boolean>
  values: Record<string, unknown>
}

export interface Notifications {
  webhooks: Webhooks
  all: () => { id: number; name: string; url: string; flags: Record<string, boolean> }[]
  /** Tells every connection that asked for all of these flags and shares a tag (or has none). */
  tell: (flags: readonly string[], event: string, payload: JsonRecord, tags: readonly number[]) => void
}

export interface NotificationPlan {
  /** The `on*` flags this product knows. */
  flags: readonly string[]
  /** The sample that a test sends. */
  testPayload: () => JsonRecord
  /** servarr-common.md, 9 and chaptarr.md, 8: the book managers know less, and one of them is suspicious. */
  dialect?: 'readarr' | 'chaptarr'
}

export function createNotifications(servarr: Servarr, plan: NotificationPlan): Notifications {
  const { server, api, nextId } = servarr
  const webhooks = createWebhooks()
  let connections: Connection[] = []

  function envelope(eventType: string, payload: JsonRecord): JsonRecord {
    const address = plan.dialect ? {} : { applicationUrl: '' }
    return { eventType, instanceName: servarr.instance_name, ...address, ...payload }
  }

  function read(request: SimRequest, id: number): Connection {
    const body = asRecord(request.body)
    const name = textIn(body, 'name') ?? ''
    const values = Object.fromEntries(
      asList(body['fields']).map(field => [textIn(asRecord(field), 'name') ?? '', asRecord(field)['value']]),
    )
    const old = connections.find(connection => connection.id === id)
    // servarr-common.md, 9: the mask posted back keeps the stored password.
    for (const name of ['password', 'url']) if (values[name] === MASK) values[name] = old?.values[name]
    if (plan.dialect) delete values['headers']
    const flags = Object.fromEntries(plan.flags.map(flag => [flag, body[flag] === true]))
    if (!name)
      throw new Refused(
        invalid({
          property: 'Name',
          message: "'Name' must not be empty.",
          value: name,
          code: 'NotEmptyValidator',
        }),
      )
    if (connections.some(one => one.id !== id && one.name.toLowerCase() === name.toLowerCase())) {
      throw new Refused(
        invalid({ property: 'Name', message: 'Should be unique', value: name, code: 'PredicateValidator' }),
      )
    }
    const implementation = textIn(body, 'implementation') ?? WEBHOOK
    if (implementation !== WEBHOOK) {
      return { id, name, implementation, tags: numbersIn(body, 'tags'), flags, values }
    }
    const url = textOf(values['url'])
    if (!URL.canParse(url)) {
      throw new Refused(
        invalid({ property: 'Url', message: 'Invalid Url', value: url, code: 'RegularExpressionValidator' }),
      )
    }
    refusePrivate(request, url)
    return { id, name, implementation, tags: numbersIn(body, 'tags'), flags, values }
  }

  /** chaptarr.md, 8: an address on the local network is a warning, which fails the call unless it is forced. */
  function refusePrivate(request: SimRequest, url: string): void {
    if (plan.dialect !== 'chaptarr' || !PRIVATE_HOST.test(new URL(url).hostname)) return
    if (['forceSave', 'forceTest'].some(name => request.query.get(name) === 'true')) return
    const message = 'URL resolves to a private or local address'
    throw new Refused(invalid({ property: 'Url', message, value: url, code: 'PrivateAddress' }))
  }

  async function test(connection: Connection): Promise<void> {
    const { status } = await webhooks.deliver(targetOf(connection), envelope('Test', plan.testPayload()))
    if (status !== null && status >= 200 && status < 300) return
    const reason = status === null ? 'Connection refused' : `HTTP request failed: [${status}]`
    const message = `Unable to send test message: ${reason}`
    throw new Refused(
      invalid({ property: 'Url', message, value: connection.values['url'], code: 'PredicateValidator' }),
    )
  }

  const isTested = (connection: Connection) => connection.implementation === WEBHOOK && isEnabled(connection)
  const find = (request: SimRequest) => {
    const id = readRecordId(request)
    return found(
      request,
      connections.find(connection => connection.id === id),
    )
  }

  server.route(`GET ${api}/notification`, () => json(connections.map(one => resource(one, plan))))
  server.route(`GET ${api}/notification/schema`, () => json([template(plan)]))
  server.route(`GET ${api}/notification/:id`, request => json(resource(find(request), plan)))
  server.route(`POST ${api}/notification`, async request => {
    const connection = read(request, 0)
    // servarr-common.md, 9: forceSave does not skip the test on create.
    if (isTested(connection)) await test(connection)
    const saved = { ...connection, id: nextId('notification') }
    connections.push(saved)
    return json(resource(saved, plan), 201)
  })
  server.route(`PUT ${api}/notification/:id`, async request => {
    const { id } = find(request)
    if (plan.dialect === 'chaptarr' && asRecord(request.body)['id'] !== id) {
      throw new Refused(raised(400, 'BadRequest', 'Route id does not match resource id'))
    }
    const connection = read(request, id)
    if (request.query.get('forceSave') !== 'true' && isTested(connection)) await test(connection)
    connections = connections.map(one => (one.id === id ? connection : one))
    return json(resource(connection, plan), 202)
  })
  server.route(`DELETE ${api}/notification/:id`, request => {
    const { id } = find(request)
    connections = connections.filter(connection => connection.id !== id)
    return json({})
  })
  server.route(`POST ${api}/notification/test`, async request => {
    await test(read(request, Number(asRecord(request.body)['id'] ?? 0)))
    return json(plan.dialect === 'chaptarr' ? { successMessages: [] } : {})
  })

  return {
    webhooks,
    all: () =>
      connections.map(({ id, name, flags, values }) => ({ id, name, flags, url: textOf(values['url']) })),
    tell(flags, event, payload, tags) {
      for (const connection of connections) {
        if (connection.implementation !== WEBHOOK) continue
        if (!flags.every(flag => connection.flags[flag])) continue
        if (connection.tags.length > 0 && !connection.tags.some(tag => tags.includes(tag))) continue
        webhooks.post(targetOf(connection), envelope(event, payload))
      }
    },
  }
}

/** A connection without any event is off; the managers know no other switch (chaptarr.json: `enable`). */
function isEnabled({ flags }: Connection): boolean {
  return Object.values(flags).some(Boolean)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function targetOf({ values }: Connection): WebhookTarget {
  return {
    url: textOf(values['url']),
    method: values['method'] === 2 ? 'PUT' : 'POST',
    username: textOf(values['username']),
    password: textOf(values['password']),
    headers: asList(values['headers'])
      .map(asRecord)
      .map(one => ({ key: textIn(one, 'key') ?? '', value: textIn(one, 'value') ?? '' }))
      .filter(one => one.key !== ''),
  }
}

function field(order: number, name: string, value: unknown, extra: JsonRecord): JsonRecord {
  return {
    order,
    name,
    ...(value !== undefined && { value }),
    advanced: false,
    privacy: 'normal',
    isFloat: false,
    ...extra,
  }
}

function fieldsOf(values: Record<string, unknown>, dialect: NotificationPlan['dialect']): JsonRecord[] {
  const url = textOf(values['url'])
  const password = textOf(values['password']) === '' ? '' : MASK
  const fields = [
    // chaptarr.md, 8: the address counts as a secret, so a connection is known by its name.
    field(0, 'url', dialect === 'chaptarr' && url !== '' ? MASK : url, { label: 'Webhook URL', type: 'url' }),
    field(1, 'method', values['method'] ?? 1, { label: 'Method', type: 'select' }),
    field(2, 'username', values['username'] ?? '', {
      label: 'Username',
      type: 'textbox',
      privacy: 'userName',
    }),
    field(3, 'password', password, { label: 'Password', type: 'password', privacy: 'password' }),
    ...(dialect
      ? []
      : [
          field(4, 'headers', values['headers'] ?? [], {
            label: 'Headers',
            type: 'keyValueList',
            advanced: true,
          }),
        ]),
  ]
  // Readarr, which is retired, does not report how private a field is.
  return dialect === 'readarr' ? fields.map(({ privacy: _unsaid, ...rest }) => rest) : fields
}

function template({ flags, dialect }: NotificationPlan): JsonRecord {
  const supports = flags
    .filter(flag => flag.startsWith('on'))
    .map(flag => [`supports${flag.charAt(0).toUpperCase()}${flag.slice(1)}`, true])
  return {
    ...Object.fromEntries(flags.map(flag => [flag, false])),
    ...Object.fromEntries(supports),
    fields: fieldsOf({}, dialect),
    implementationName: 'Webhook',
    implementation: 'Webhook',
    configContract: 'WebhookSettings',
    infoLink: 'https://wiki.servarr.com/supported#webhook',
    tags: [],
    presets: [],
  }
}

function resource(connection: Connection, plan: NotificationPlan): JsonRecord {
  return {
    ...template(plan),
    ...connection.flags,
    id: connection.id,
    name: connection.name,
    implementation: connection.implementation,
    implementationName: connection.implementation,
    ...(plan.dialect === 'chaptarr' && { enable: isEnabled(connection) }),
    tags: connection.tags,
    fields: fieldsOf(connection.values, plan.dialect),
  }
}
