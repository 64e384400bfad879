import type { ChatMessage } from '@foyer/contract/assistant/chat'
import { startWorld } from '../../simulators/src/index.ts'
import { caller, invite, signUp } from './people.ts'
import type { Running } from './processes.ts'

/** One after the other, for the delay that Foyer adds. */
const QUIET_TURNS = 200
/** As many at once as one process takes (2:8), each of somebody else. */
const AT_ONCE = 16
const TURNS = 1000
const WARM_TURNS = 20
/** Then a person begins a new conversation. */
const TURNS_PER_CONVERSATION = 10
const SETTLE_MS = 3000
const ADDED_AT_MOST_MS = 30

const WORDS = 'Here are a few quiet films from the coast, none of them longer than ninety minutes.'

export interface ChatMeasures {
  /** From the provider's first word to ours. */
  added_p50_ms: number
  added_p99_ms: number
  /** From the question to the first word, with a provider that answers at once. */
  first_word_p50_ms: number
  first_word_p99_ms: number
  turns: number
  at_once: number
  per_second: number
  failures: number
  /** The first turn of all loads the providers' libraries. */
  first_turn_ms: number
  before_mb: number
  /** Once the providers' libraries are loaded. */
  loaded_mb: number
  /** With a hundred conversations in memory. */
  after_mb: number
}

interface Turn {
  began: number
  first_word: number
  conversation_id: string
  is_complete: boolean
}

/** One turn, read to its end. */
async function converse(origin: string, token: string, body: object): Promise<Turn> {
  const began = performance.now()
  const answer = await fetch(`${origin}/api/ai/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  let received = ''
  let first_word = 0
  const decoder = new TextDecoder()
  for await (const part of answer.body ?? []) {
    received += decoder.decode(part, { stream: true })
    if (first_word === 0 && received.includes('{"text"')) first_word = performance.now()
  }
  const conversation_id = /"conversation_id":"([^"]+)"/.exec(received)?.[1] ?? ''
  const is_complete = answer.ok && first_word > 0 && !received.includes('{"error"')
  return { began, first_word, conversation_id, is_complete }
}

/** Turns of one person, in conversations that grow as they do on the page. */
async function talk(origin: string, token: string, next: () => string | undefined): Promise<number> {
  let failures = 0
  let messages: ChatMessage[] = []
  let conversation_id: string | undefined
  for (let content = next(); content !== undefined; content = next()) {
    messages.push({ role: 'user', content })
    const turn = await converse(origin, token, { messages, ...(conversation_id && { conversation_id }) })
    if (!turn.is_complete) failures += 1
    conversation_id = turn.conversation_id
    messages.push({ role: 'assistant', content: WORDS })
    if (messages.length >= 2 * TURNS_PER_CONVERSATION) {
      messages = []
      conversation_id = undefined
    }
  }
  return failures
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = Math.min(sorted.length - 1, Math.floor(sorted.length * share))
  return Math.round((sorted[at] ?? Number.NaN) * 10) / 10
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Conversations with a provider that answers at once: what Foyer adds, and what many of them leave behind. */
export async function measureChat(
  start: (env: Record<string, string>) => Promise<Running>,
): Promise<ChatMeasures> {
  const world = await startWorld({ products: ['tmdb', 'models'], journal_limit: 100 })
  const foyer = await start({
    APP_TMDB_URL: `${world.tmdb.url}/3`,
    APP_TMDB_API_KEY: world.tmdb.api_key,
    APP_OPENAI_URL: world.models.urls.openai,
    APP_TRUSTED_PROXIES: '127.0.0.1',
  })
  try {
    const origin = `http://127.0.0.1:${foyer.port}`
    const asAdmin = caller(foyer, (await signUp(foyer)).access_token)
    const tokens: string[] = []
    while (tokens.length < AT_ONCE) {
      // An address each, so that the limits of 0.5 do not count.
      const from = { 'x-forwarded-for': `198.18.0.${tokens.length + 1}` }
      tokens.push((await invite(foyer, asAdmin, `person${tokens.length}`, from)).access_token)
    }
    const [first = ''] = tokens
    const account = { provider: 'openai', model: 'gpt-4.1-mini', api_key: world.models.keys.openai }
    const before_mb = Math.round(foyer.resident_mb())
    const first_began = performance.now()
    for (const [i, token] of tokens.entries()) {
      await caller(foyer, token)('PUT', '/api/ai/settings', account)
      if (i === 0) await converse(origin, token, { messages: [{ role: 'user', content: 'First' }] })
    }
    const first_turn_ms = Math.round(performance.now() - first_began)
    const loaded_mb = Math.round(foyer.resident_mb())

    /** When the provider wrote its first word. */
    let answered = 0
    world.models.brain = () => {
      answered = performance.now()
      return { text: WORDS }
    }
    const quiet: { added: number; whole: number }[] = []
    for (let i = 0; i < WARM_TURNS + QUIET_TURNS; i += 1) {
      const turn = await converse(origin, first, { messages: [{ role: 'user', content: `Quiet ${i}` }] })
      if (!turn.is_complete) throw new Error('a turn failed')
      if (i >= WARM_TURNS)
        quiet.push({ added: turn.first_word - answered, whole: turn.first_word - turn.began })
    }

    // Every turn calls a tool, as most do.
    world.models.brain = ({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? { text: WORDS }
        : { tool_calls: [{ name: 'search_movies', input: { query: 'the' } }] }
    let asked = 0
    const next = () => {
      asked += 1
      return asked > TURNS ? undefined : `Question ${asked}`
    }
    const began = performance.now()
    const failures = await Promise.all(tokens.map(token => talk(origin, token, next)))
    const seconds = (performance.now() - began) / 1000
    await pause(SETTLE_MS)
    world.assertClean()
    const added = quiet.map(one => one.added)
    const whole = quiet.map(one => one.whole)
    return {
      added_p50_ms: quantile(added, 0.5),
      added_p99_ms: quantile(added, 0.99),
      first_word_p50_ms: quantile(whole, 0.5),
      first_word_p99_ms: quantile(whole, 0.99),
      turns: TURNS,
      at_once: AT_ONCE,
      per_second: Math.round(TURNS / seconds),
      failures: failures.reduce((sum, one) => sum + one, 0),
      first_turn_ms,
      before_mb,
      loaded_mb,
      after_mb: Math.round(foyer.resident_mb()),
    }
  } finally {
    await foyer.stop()
    await world.close()
  }
}

export function describeChat(measured: ChatMeasures): string[] {
  const { added_p50_ms, added_p99_ms, first_word_p50_ms, first_word_p99_ms } = measured
  const { turns, at_once, per_second, failures, first_turn_ms, before_mb, loaded_mb, after_mb } = measured
  return [
    `chat: our first word follows the provider's after p50 ${added_p50_ms} ms, p99 ${added_p99_ms} ms (at most ` +
      `${ADDED_AT_MOST_MS}); from question to first word p50 ${first_word_p50_ms} ms, p99 ${first_word_p99_ms} ms`,
    `${turns} turns with a tool call each, ${at_once} at once: ${per_second} per second, ${failures} failures; ` +
      `${before_mb} MB resident before the first of all, ${loaded_mb} MB with the providers' libraries, ${after_mb} MB after the last`,
    `trying ${at_once} keys and the first turn took ${first_turn_ms} ms`,
  ]
}
