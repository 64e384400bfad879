import type { AiProvider, ReasoningEffort } from '@foyer/contract/assistant/ai-providers'
import { lacksResponses, refusesEffort, requiresResponses } from './fault-category.ts'
import type { ProviderError } from './provider-error.ts'

/** The four request formats (E): OpenAI's two, Anthropic's and Gemini's. */
export type WireFormat = 'chat' | 'responses' | 'messages' | 'gemini'

/** How a model is called. */
export interface CallPlan {
  wire: WireFormat
  /** Empty: the field is not sent. */
  effort: ReasoningEffort
}

/** Some of these models use tools only over Responses. */
const RESPONSES_FIRST = /^gpt-6/

export function firstWire(provider: AiProvider, model: string): WireFormat {
  if (provider === 'anthropic') return 'messages'
  if (provider === 'gemini') return 'gemini'
  const is_openai = provider === 'openai' || provider === 'oauth_a'
  return is_openai && RESPONSES_FIRST.test(model) ? 'responses' : 'chat'
}

type Lowest = readonly [RegExp, ReasoningEffort]

/**
 * The lowest effort of models that are known to accept one, the first match counting. All other models are called
 * without: most refuse a field they do not know.
 */
const OPENAI_LOWEST: readonly Lowest[] = [
  [/^gpt-6-(sol|luna)\b/, 'none'],
  [/^gpt-6/, 'low'],
  [/^gpt-5\.[1-9](-(mini|nano|sol|terra|luna))?$/, 'none'],
]

const LOWEST: Readonly<Record<AiProvider, readonly Lowest[]>> = {
  openai: OPENAI_LOWEST,
  oauth_a: OPENAI_LOWEST,
  anthropic: [[/^claude-(opus|sonnet|haiku|fable)-[5-9]/, 'low']],
  gemini: [
    [/^gemini-3.*-pro/, 'low'],
    [/^gemini-3/, 'minimal'],
  ],
  // Several Grok models refuse the field, and a local server may run anything.
  grok: [],
  oauth_b: [],
  local_openai: [],
}

/** These models refuse tools at `/chat/completions` unless they are told not to think. */
const NO_EFFORT_WITH_TOOLS = /^gpt-5\.[6-9]/

interface EffortRequest {
  provider: AiProvider
  model: string
  /** What an admin chose. */
  effort: ReasoningEffort
}

/** An effort that an admin chose is sent even to models that are not known: they asked for it (2:4.7). */
export function firstEffort(
  { provider, model, effort }: EffortRequest,
  { lowest, has_tools }: { lowest: boolean; has_tools: boolean },
): ReasoningEffort {
  if (effort && (provider === 'openai' || provider === 'local_openai')) return effort
  const is_openai = provider === 'openai' || provider === 'oauth_a'
  if (is_openai && has_tools && NO_EFFORT_WITH_TOOLS.test(model)) return 'none'
  if (!lowest) return ''
  return LOWEST[provider].find(([pattern]) => pattern.test(model))?.[1] ?? ''
}

/** How to call again after this error, before anything was answered; null when another call cannot help. */
export function nextPlan(
  plan: CallPlan,
  error: ProviderError,
  tried: readonly WireFormat[],
): CallPlan | null {
  const other = otherWire(plan.wire, error)
  if (other && !tried.includes(other)) return { ...plan, wire: other }
  return plan.effort && refusesEffort(error) ? { ...plan, effort: '' } : null
}

function otherWire(wire: WireFormat, error: ProviderError): WireFormat | null {
  if (wire === 'chat' && requiresResponses(error)) return 'responses'
  return wire === 'responses' && lacksResponses(error) ? 'chat' : null
}
