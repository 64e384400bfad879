import { type Answer, json, type SimRequest } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import type { Journal } from '../kit/journal.ts'
import { isRecord, textIn } from '../kit/json.ts'
import { createSimServer } from '../kit/sim-server.ts'
import type { AccountTokens } from '../model-accounts/account-tokens.ts'
import { anthropicMessages } from './anthropic-messages.ts'
import { chatCompletions } from './chat-completions.ts'
import { geminiContents } from './gemini-contents.ts'
import { createIssuedState } from './issued-state.ts'
import type { Brain, ModelCall, ModelProvider, ModelWire, Reply } from './model-types.ts'
import { openaiResponses } from './openai-responses.ts'
import {
  effortError,
  providerError,
  responsesOnlyError,
  toolLimitError,
  unknownModelError,
  wrongKeyError,
} from './provider-errors.ts'
import { sendReply, streamReply } from './reply-stream.ts'
import { Violation } from './shape.ts'
import type { WireFormat } from './wire-format.ts'

export interface ModelsOptions {
  now: () => number
  seed: string
  /** The tokens of linked accounts, which work like keys. */
  account_tokens: AccountTokens
  port?: number | undefined
  journal_limit?: number | undefined
}

export interface Models {
  readonly name: string
  readonly url: string
  /** The addresses that Foyer is given. */
  readonly urls: Record<ModelProvider, string>
  /** The keys that are accepted. */
  readonly keys: Record<ModelProvider, string>
  readonly journal: Journal
  readonly faults: Faults
  readonly routes: () => string[]
  /** Replies for the next calls, at whichever provider; when none is left, the model answers "OK". */
  script(...replies: Reply[]): void
  /** Scripted replies that nobody has heard yet. */
  unused: () => number
  /** Thinks of a reply whenever no scripted one is left. */
  brain: Brain | null
  /** Time between two pieces of text; 0 unless said otherwise. */
  pace_ms: number
  /** What was asked, the oldest first; also when the model refused. Violations and wrong keys are not in it. */
  calls: () => ModelCall[]
  /** Forgets the calls so far. */
  forgetCalls: () => void
  /** These models do not exist. */
  refuse(...models: string[]): void
  /** These models do not take an effort. */
  withoutEffort(...models: string[]): void
  /** These models are not served by Chat Completions. */
  responsesOnly(...models: string[]): void
  /** A local server that wants its own key, not just any. */
  requireLocalKey: () => void
  /** What was wrong with requests, by the providers' references. */
  violations: () => string[]
  close: () => Promise<void>
  /** Throws for unknown paths and for violations. */
  assertClean: () => void
}

const MAX_CALLS = 2000
const FORMATS: Record<ModelWire, WireFormat> = {
  chat_completions: chatCompletions,
  responses: openaiResponses,
  messages: anthropicMessages,
  generate_content: geminiContents,
}
const PREFIXES: Record<string, ModelProvider> = { xai: 'grok' }
const PROVIDERS: readonly string[] = ['openai', 'anthropic', 'gemini', 'local']

/** The model providers behind one address: `/openai/v1`, `/anthropic`, `/gemini`, `/xai/v1` and `/local/v1`. */
export async function startModels(options: ModelsOptions): Promise<Models> {
  const keys: Record<ModelProvider, string> = {
    openai: `sk-proj-${'a1b2c3'.repeat(6)}`,
    anthropic: `sk-ant-api03-${'d4e5f6'.repeat(6)}`,
    gemini: `AIzaSy${'Gem1n1'.repeat(5)}`,
    grok: `xai-${'0f9e8d'.repeat(6)}`,
    local: `local-${'7c6b5a'.repeat(4)}`,
  }
  const issued = createIssuedState(options.seed)
  const violations: string[] = []
  const unknown = new Set<string>()
  const without_effort = new Set<string>()
  const responses_only = new Set<string>()
  let script: Reply[] = []
  let calls: ModelCall[] = []
  let local_key_required = false
  let brain: Brain | null = null
  let pace_ms = 0

  const server = createSimServer({
    name: 'models',
    port: options.port,
    journal_limit: options.journal_limit,
    now: options.now,
    authorise: request => (mayPass(request) ? null : wrongKeyError(providerOf(request))),
    notFound: request => providerError(providerOf(request), 404, { message: 'Not found' }),
    refuse: (status, request) => providerError(providerOf(request), status),
    refuseKey: request => wrongKeyError(providerOf(request)),
  })

  function mayPass(request: SimRequest): boolean {
    const provider = providerOf(request)
    const secret = secretOf(provider, request)
    if (secret === keys[provider]) return true
    if (provider === 'local') return secret !== '' && !local_key_required
    if (provider === 'openai') return options.account_tokens.accepts('a', secret)
    return provider === 'grok' && options.account_tokens.accepts('b', secret)
  }

  function violate(wire: ModelWire, provider: ModelProvider, problem: Violation): Answer {
    violations.push(`${provider} ${wire}: ${problem.message}`)
    return providerError(provider, 400, {
      message: problem.message,
      ...(problem.param !== null && provider === 'openai' && { param: problem.param }),
    })
  }

  /** What the provider says about this model before it looks at anything else. */
  function modelRefusal(call: ModelCall): Answer | null {
    const { provider, wire, model, effort } = call
    if (unknown.has(model)) return unknownModelError(provider, model)
    if (wire === 'chat_completions' && provider === 'openai') {
      if (responses_only.has(model)) return responsesOnlyError(model)
      const refusal = call.tools.length > 0 ? toolLimitError(model, effort) : null
      if (refusal) return refusal
    }
    const refuses_effort = effort !== null && without_effort.has(model)
    return refuses_effort ? effortError(provider, model, wire === 'responses') : null
  }

  async function answer(
    request: SimRequest,
    wire: ModelWire,
    asked: { model?: string; stream?: boolean } = {},
  ): Promise<Answer> {
    const provider = providerOf(request)
    const format = FORMATS[wire]
    const { body } = request
    if (!isRecord(body)) return violate(wire, provider, new Violation('The body is not a JSON object.'))
    const model = asked.model ?? textIn(body, 'model') ?? ''
    const stream = asked.stream ?? body['stream'] === true
    const context = { provider, model, stream, body, issued, now: options.now() }
    try {
      checkHeaders(provider, request)
      const authorization = secretOf(provider, request)
      const question = { provider, wire, model, stream, ...format.read(context) }
      const call: ModelCall = { ...question, at: options.now(), authorization, body }
      calls = [...calls.slice(1 - MAX_CALLS), call]
      const refusal = modelRefusal(call)
      if (refusal) return refusal
      const reply = script.shift() ?? (await brain?.(question)) ?? {}
      if (reply.hold && reply.hold_after === undefined) await reply.hold
      if (reply.status !== undefined || (reply.error && !stream)) return errorOf(provider, reply)
      const encoded = format.encode(reply, context)
      if (!stream) return sendReply(encoded, reply)
      return streamReply(encoded, reply, format, { pace_ms, comments: provider === 'local' })
    } catch (error) {
      if (error instanceof Violation) return violate(wire, provider, error)
      throw error
    }
  }

  for (const prefix of ['openai', 'xai', 'local']) {
    server.route(`POST /${prefix}/v1/chat/completions`, request => answer(request, 'chat_completions'))
    server.route(`GET /${prefix}/v1/models`, request => json(listModels(providerOf(request))))
  }
  for (const prefix of ['openai', 'xai'])
    server.route(`POST /${prefix}/v1/responses`, request => answer(request, 'responses'))
  server.route('GET /openai/v1/usage', request => options.account_tokens.usage(secretOf('openai', request)))
  server.route('POST /anthropic/v1/messages', request => answer(request, 'messages'))
  server.route('POST /gemini/v1beta/models/:call', request => {
    const [model = '', method] = (request.params['call'] ?? '').split(':')
    const stream = method === 'streamGenerateContent'
    if (!stream && method !== 'generateContent') return providerError('gemini', 404)
    if (request.query.has('key'))
      return violate(
        'generate_content',
        'gemini',
        new Violation('The key belongs in a header: URLs get logged.'),
      )
    if (stream && request.query.get('alt') !== 'sse')
      return violate('generate_content', 'gemini', new Violation('Only alt=sse is simulated.'))
    return answer(request, 'generate_content', { model, stream })
  })
  await server.listen()

  return {
    name: server.name,
    url: server.url,
    urls: {
      openai: `${server.url}/openai/v1`,
      anthropic: `${server.url}/anthropic`,
      gemini: `${server.url}/gemini`,
      grok: `${server.url}/xai/v1`,
      local: `${server.url}/local/v1`,
    },
    keys,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    script(...replies) {
      script.push(...replies)
    },
    unused: () => script.length,
    get brain() {
      return brain
    },
    set brain(next) {
      script = []
      brain = next
    },
    get pace_ms() {
      return pace_ms
    },
    set pace_ms(ms) {
      pace_ms = ms
    },
    calls: () => [...calls],
    forgetCalls() {
      calls = []
    },
    refuse(...models) {
      for (const model of models) unknown.add(model)
    },
    withoutEffort(...models) {
      for (const model of models) without_effort.add(model)
    },
    responsesOnly(...models) {
      for (const model of models) responses_only.add(model)
    },
    requireLocalKey() {
      local_key_required = true
    },
    violations: () => [...violations],
    close: server.close,
    assertClean() {
      server.assertClean()
      if (violations.length > 0)
        throw new Error(`models got requests that the references do not allow:\n${violations.join('\n')}`)
    },
  }
}

function providerOf(request: SimRequest): ModelProvider {
  const prefix = request.path.split('/')[1] ?? ''
  return PREFIXES[prefix] ?? (isProvider(prefix) ? prefix : 'openai')
}

function isProvider(name: string): name is ModelProvider {
  return PROVIDERS.includes(name)
}

function secretOf(provider: ModelProvider, { headers }: SimRequest): string {
  const named = { anthropic: 'x-api-key', gemini: 'x-goog-api-key' }
  const header = provider === 'anthropic' || provider === 'gemini' ? headers[named[provider]] : undefined
  if (typeof header === 'string') return header
  if (provider === 'anthropic' || provider === 'gemini') return ''
  return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
}

function checkHeaders(provider: ModelProvider, { headers }: SimRequest): void {
  if (!(headers['content-type'] ?? '').startsWith('application/json'))
    throw new Violation('The content type must be application/json.')
  if (provider !== 'anthropic') return
  if (headers['anthropic-version'] === undefined) throw new Violation('anthropic-version: header is required')
  if (headers['anthropic-version'] !== '2023-06-01')
    throw new Violation(`anthropic-version: "${String(headers['anthropic-version'])}" is not a valid version`)
}

function errorOf(provider: ModelProvider, reply: Reply): Answer {
  const answer = providerError(provider, reply.status ?? 500, reply.error)
  const headers = { ...answer.headers }
  if (reply.retry_after !== undefined) headers['retry-after'] = String(reply.retry_after)
  return { ...answer, headers }
}

function listModels(provider: ModelProvider): unknown {
  const known = { openai: ['gpt-4.1-mini', 'gpt-5.5'], grok: ['grok-4.7'], local: ['qwen3:8b', 'llama4:8b'] }
  const ids = provider === 'openai' || provider === 'grok' || provider === 'local' ? known[provider] : []
  return {
    object: 'list',
    data: ids.map(id => ({ id, object: 'model', created: 1_763_160_000, owned_by: provider })),
  }
}
