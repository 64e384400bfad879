import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { ChatFrame, postChat } from '@foyer/contract/assistant/chat'
import type { ContentPolicy } from '@foyer/contract/kids'
import type { Role } from '@foyer/contract/permissions'
import { z } from 'zod'
import type { ResolvedModel } from '#features/ai-accounts/index.ts'
import type { ToolDefinition } from '#features/ai-tools/index.ts'
import type { ToolCall } from '#features/ai-tools/define-tool.ts'
import { createToolDispatcher } from '#features/ai-tools/tool-dispatcher.ts'
import { createChatAdmission } from '#features/chat/chat-admission.ts'
import { chatRoutes } from '#features/chat/chat-routes.ts'
import { type ChatDeps, createChat } from '#features/chat/chat-service.ts'
import { createTranscripts } from '#features/chat/transcripts.ts'
import { policyOf } from '#features/kids/index.ts'
import { createCurrentCaller, createDeviceWatch, findCallers } from '#features/sessions/index.ts'
import { buildHttp } from '#http/app.ts'
import { asRefusal } from '#http/errors.ts'
import { createRateLimits } from '#http/rate-limits.ts'
import { parseInput } from '#http/validation.ts'
import { type Caller, sessionRevoked } from '#kit/caller.ts'
import { ModelFault } from '#kit/model-fault.ts'
import { Refusal } from '#kit/refusal.ts'
import { createScrubber } from '#kit/scrub.ts'
import type { ModelToolResult } from '#ports/language-model.ts'
import type { TestApp } from './app.ts'
import { afterTest } from './engines.ts'
import { createTestModels } from './scripted-model.ts'
import { createSecretWatch, type SecretWatch, watchAt } from './secret-watch.ts'
import { listen } from './sockets.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { createTestLog, type TestLog } from './test-log.ts'

/** Whose account somebody's turns run on. */
interface TestAccount {
  source: 'personal' | 'shared'
  binding: string
  granted: boolean
  available: boolean
}

interface ChatParts
  extends Pick<ChatDeps, 'dispatcher' | 'scrubber' | 'clock' | 'currentCaller' | 'limitsOf'> {
  clock: TestClock
  log: TestLog
  secrets: SecretWatch
  findCallers(ids: readonly string[]): Promise<Map<string, Caller>>
}

/** The route of chat with a model of the tests. The token of a device is its id. */
async function serveChat(parts: ChatParts) {
  const { clock, log, currentCaller } = parts
  const models = createTestModels()
  const accounts = new Map<number, TestAccount>()
  const transcripts = createTranscripts(clock)
  const admission = createChatAdmission()
  const accountOf = (user_id: number): TestAccount => {
    const account = accounts.get(user_id) ?? {
      source: 'personal',
      binding: `binding-${user_id}`,
      granted: true,
      available: true,
    }
    accounts.set(user_id, account)
    return account
  }
  const devices = createDeviceWatch(parts)
  const chat = createChat({
    ...parts,
    models,
    transcripts,
    admission,
    asRefusal,
    watchDevice: devices.add,
    accounts: {
      async resolve(user_id): Promise<ResolvedModel> {
        const { source, binding, available } = accountOf(user_id)
        const extra = { source, reason: 'personal_credential_missing' }
        if (!available) throw new Refusal('ai_unavailable', { extra })
        const account = { provider: 'openai', model: 'test', secret: `key-of-${user_id}` } as const
        return {
          source,
          provider: 'openai',
          model: 'test',
          binding,
          account: async () => ({ ...account, base_url: '', effort: '', use_proxy: false }),
        }
      },
      hasSharedGrant: async user_id => accountOf(user_id).granted,
    },
  })
  const http = buildHttp({
    routes: [postChat],
    bindings: chatRoutes(chat, clock),
    identify: token => currentCaller({ device_id: token }).catch(() => 'session_revoked' as const),
    identifyByImageToken: () => 'unauthorized',
    limits: createRateLimits(clock),
    clock,
    log,
    base_path: '',
    trusted_proxies: [],
  })
  parts.secrets.lookAtWire(http.server)
  devices.start()
  transcripts.start()
  afterTest(async () => {
    chat.endStreams()
    devices.stop()
    transcripts.close()
    const closed = http.close()
    http.server.closeAllConnections()
    await closed
  })
  const url = `http://127.0.0.1:${await listen({ http })}`

  return {
    url,
    clock,
    log,
    models,
    accountOf,
    transcripts,
    admission,
    endStreams: chat.endStreams,
    /** The results of tools that the model was given last. */
    lastResults(): readonly ModelToolResult[] {
      const last = models.lastMessages().at(-1)
      return last?.role === 'tools' ? last.results : []
    },
    open: (token: string, body: ChatBody) => openChat(url, token, body),
  }
}

/** Chat on the tools, people and limits of a whole server. The model and the accounts are those of the tests. */
export function startChatOn(app: TestApp) {
  const { clock, log, secrets, database } = app
  return serveChat({
    clock,
    log,
    secrets,
    dispatcher: app.tools,
    scrubber: createScrubber(),
    currentCaller: createCurrentCaller(database),
    findCallers: ids => findCallers(database.read, ids),
    limitsOf: user_id => policyOf(database.read, user_id),
  })
}

interface TestPerson {
  caller: Caller
  limits: ContentPolicy | null
}

/** Only what conversations need: the route, tools, and people who are a map. No database, no provider. */
export async function startChat({ tools = [] }: { tools?: readonly ToolDefinition[] } = {}) {
  const clock = createTestClock()
  const log = createTestLog()
  const scrubber = createScrubber()
  /** By the id of the device. */
  const people = new Map<string, TestPerson>()
  const disabled = new Set<string>()
  let last_id = 0

  const currentCaller = async ({ device_id }: { device_id: string }) => {
    const person = people.get(device_id)
    if (!person) throw sessionRevoked()
    return person.caller
  }
  const dispatcher = createToolDispatcher({
    tools,
    switches: { read: () => ({ disabled, debug_until_ms: null }) },
    currentCaller,
    callRoute: () => Promise.reject(new Error('these tools call no route')),
    operations: {} as never,
    configuration: {} as never,
    parseInput,
    asRefusal,
    scrubber,
    clock,
    log,
  })
  const chat = await serveChat({
    clock,
    log,
    secrets: createSecretWatch(),
    scrubber,
    dispatcher,
    currentCaller,
    findCallers: async ids =>
      new Map(ids.flatMap(id => (people.has(id) ? [[id, (people.get(id) as TestPerson).caller]] : []))),
    limitsOf: async user_id =>
      [...people.values()].find(({ caller }) => caller.user_id === user_id)?.limits ?? null,
  })

  return {
    ...chat,
    people,
    disabled,
    scrubber,
    /** Adds somebody with one device; returns its token. */
    addPerson({ role = 'user', ...account }: Partial<TestAccount> & { role?: Role } = {}): string {
      last_id += 1
      const token = `device-${last_id}`
      const caller = { user_id: last_id, role, device_id: token, username: `person-${last_id}` }
      people.set(token, { caller, limits: null })
      Object.assign(chat.accountOf(last_id), account)
      return token
    },
  }
}

export type TestChat = Awaited<ReturnType<typeof startChat>>

/** A text is sent as the page sends it, with details of tools. */
type ChatBody =
  | string
  | { messages: { role: string; content: string }[]; conversation_id?: string | null; tool_details?: boolean }

/** One turn as a client sees it. */
export interface OpenTurn {
  status: number
  headers: IncomingMessage['headers']
  frames: ChatFrame[]
  /** All bytes so far. */
  text(): string
  /** The JSON of a refusal. */
  body(): { code?: string; [key: string]: unknown }
  /** Resolves once a frame has this key, or when the stream has ended. */
  received(key: string): Promise<ChatFrame | undefined>
  /** Whether `[DONE]` was the last line, once the stream has ended. */
  ended: Promise<boolean>
  leave(): void
  answer: IncomingMessage
}

export async function openChat(url: string, token: string, body: ChatBody): Promise<OpenTurn> {
  const json = JSON.stringify(
    typeof body === 'string' ? { messages: [{ role: 'user', content: body }], tool_details: true } : body,
  )
  const asked = httpRequest(`${url}/api/ai/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    agent: false,
  })
  asked.on('error', () => {})
  asked.end(json)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const frames: ChatFrame[] = []
  const waiting = new Set<() => void>()
  let text = ''
  let read = 0
  let is_over = false
  const watch = watchAt(url)
  answer.setEncoding('utf8').on('data', (part: string) => {
    text += part
    for (let end = text.indexOf('\n\n', read); end >= 0; end = text.indexOf('\n\n', read)) {
      const line = text.slice(read, end)
      watch?.lookAtLog(line, 'a stream of chat')
      if (line.startsWith('data: ') && line !== 'data: [DONE]') frames.push(frameFrom(line.slice(6)))
      read = end + 2
    }
    waiting.forEach(look => look())
  })
  answer.on('error', () => {})
  const ended = new Promise<boolean>(resolve => {
    answer.on('close', () => {
      is_over = true
      // A word may come in parts, each in an event of its own.
      watch?.lookAtLog(textOf(frames), 'what chat wrote')
      waiting.forEach(look => look())
      resolve(text.endsWith('data: [DONE]\n\n'))
    })
  })
  afterTest(async () => void asked.destroy())
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    frames,
    text: () => text,
    body: () => JSON.parse(text),
    received: key =>
      new Promise(resolve => {
        const look = () => {
          const found = frames.find(frame => key in frame)
          if (found || is_over) resolve(found)
        }
        waiting.add(look)
        look()
      }),
    ended,
    leave: () => void asked.destroy(),
    answer,
  }
}

function frameFrom(json: string): ChatFrame {
  const frame: unknown = JSON.parse(json)
  // Exactly one of the keys that the contract knows, apart from the code beside an error.
  const { success } = ChatFrame.safeParse(frame)
  const keys = Object.keys(frame as object).filter(key => key !== 'code')
  if (!success || keys.length !== 1) throw new Error(`not a frame: ${json}`)
  return frame as ChatFrame
}

/** The frames of a turn that ends by itself. */
export async function framesOf(
  chat: Pick<TestChat, 'open'>,
  token: string,
  body: ChatBody,
): Promise<ChatFrame[]> {
  const turn = await chat.open(token, body)
  if (turn.status !== 200 || !(await turn.ended)) throw new Error(`answered ${turn.status} ${turn.text()}`)
  return turn.frames
}

/** Everything that was written, joined. */
export function textOf(frames: readonly ChatFrame[]): string {
  return frames.map(frame => ('text' in frame ? frame.text : '')).join('')
}

/** The id of the conversation, which is the first frame. */
export function idOf([first]: readonly ChatFrame[]): string {
  return first && 'conversation_id' in first ? first.conversation_id : ''
}

export const FAULT = {
  transient: () => new ModelFault('upstream_unavailable', { transient: true }),
  final: () => new ModelFault('invalid_credentials'),
}

/** A tool of the tests. */
export function testTool(
  name: string,
  run: (input: Record<string, unknown>, call: ToolCall) => unknown = () => ({}),
  change: Partial<ToolDefinition> = {},
): ToolDefinition {
  return {
    name,
    title: `Title of ${name}`,
    description: `Does ${name}.`,
    permission: 'media:discover',
    hint: 'read',
    input: z.looseObject({}),
    output: z.looseObject({}),
    run: async (input, call) => ((await run(input, call)) ?? {}) as Record<string, unknown>,
    ...change,
  }
}
