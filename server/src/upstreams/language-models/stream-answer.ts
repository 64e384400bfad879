import type { Transport } from '#kit/outbound.ts'
import type { AiProvider } from '@foyer/contract/assistant/ai-providers'
import type { ModelAccount, ModelPart, ModelRequest } from '#ports/language-model.ts'
import { streamParts } from './answer-parts.ts'
import { type CallPlan, firstEffort, firstWire, nextPlan, type WireFormat } from './call-plan.ts'
import { modelFaultOf, providerErrorOf } from './model-errors.ts'
import { baseUrl, openModel, type ProviderUrls } from './provider-models.ts'
import { createTransportFetch } from './transport-fetch.ts'

export interface LanguageModelParts {
  /** For providers on the internet, through the proxy if there is one. */
  external: Transport
  /** For servers on the local network. */
  internal: Transport
  urls: ProviderUrls
}

const NAMES: Readonly<Record<AiProvider, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Google Gemini',
  grok: 'xAI',
  local_openai: 'The local AI server',
  oauth_a: 'OpenAI',
  oauth_b: 'xAI',
}

/** Models that think send nothing for a while. */
const SILENCE_MS = 120_000
/** A local server may have to load the model first. */
const LOCAL_SILENCE_MS = 300_000

/** The formats that models turned out to need, the oldest forgotten first. */
const MAX_REMEMBERED = 200

export function createStreamAnswer({ external, internal, urls }: LanguageModelParts) {
  const remembered = new Map<string, WireFormat>()

  function remember(key: string, wire: WireFormat): void {
    remembered.delete(key)
    remembered.set(key, wire)
    const [oldest] = remembered.keys()
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  }

  function fetchFor({ provider, use_proxy }: ModelAccount, wire: WireFormat) {
    const is_local = provider === 'local_openai'
    return createTransportFetch(is_local && !use_proxy ? internal : external, {
      upstream: NAMES[provider],
      wire,
      silence_ms: is_local ? LOCAL_SILENCE_MS : SILENCE_MS,
    })
  }

  return async function* streamAnswer(
    account: ModelAccount,
    request: ModelRequest,
  ): AsyncGenerator<ModelPart> {
    const { provider, model } = account
    const { signal, max_output_tokens, lowest_effort: lowest = false } = request
    const key = `${baseUrl(account, urls)} ${model}`
    const tried: WireFormat[] = []
    let plan: CallPlan | null = {
      wire: remembered.get(key) ?? firstWire(provider, model),
      effort: firstEffort(account, { lowest, has_tools: request.tools.length > 0 }),
    }
    while (plan) {
      tried.push(plan.wire)
      let has_begun = false
      try {
        const fetch = fetchFor(account, plan.wire)
        const opened = await openModel({ account, plan, max_output_tokens }, urls, fetch)
        for await (const part of streamParts(opened, request)) {
          if (!has_begun && plan.wire !== tried[0]) remember(key, plan.wire)
          has_begun = true
          yield part
        }
        return
      } catch (error) {
        signal.throwIfAborted()
        const refusal = has_begun ? null : providerErrorOf(error)
        plan = refusal && nextPlan(plan, refusal, tried)
        if (!plan) throw modelFaultOf(error)
      }
    }
  }
}
