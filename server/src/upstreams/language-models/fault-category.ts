import type { ModelFaultCategory } from '@foyer/contract/assistant/ai-providers'
import type { ProviderError } from './provider-error.ts'

const QUOTA = /insufficient_quota|rate_limit|resource_exhausted|quota_exceeded|billing_error|credit balance/
const KEY = /invalid_api_key|api_key_invalid|(incorrect|invalid) api key|api key not valid/
const MODEL_CODE = /model_not_found|model_not_available|invalid_model|unsupported_model|unknown_model/
const MODEL_SENTENCE =
  /\bmodels?\b.*\b(not (found|exist|support|available|allowed)|does ?n[o']t (exist|support)|unknown|unsupported|invalid|deprecated|retired|no access|not have access)|\b(unknown|unsupported|invalid|no such) model\b/

/** The statuses that stand for codes within a stream, the first match counting. */
const STATUS_OF_CODE: readonly [RegExp, number][] = [
  [/insufficient_quota|rate_limit|resource_exhausted|quota/, 429],
  [/billing|payment/, 402],
  [/api_key|authentication|unauthenticated/, 401],
  [/permission/, 403],
  [/not_found/, 404],
  [/overloaded|unavailable/, 503],
  [/timeout|deadline/, 504],
  [/server_error|api_error|internal/, 500],
  [/invalid|bad_request/, 400],
]

/**
 * One of the five categories (2:4.7). The status decides, except where providers use one for several things: an
 * invalid key is a 400 at Gemini and xAI, an empty account a 400 at Anthropic, and a model that an account may not use
 * a 403 at OpenAI.
 */
export function categoryOf(error: ProviderError): ModelFaultCategory {
  const { codes, sentence } = error
  const status = error.status ?? statusOfCodes(codes)
  if (status === 401) return 'invalid_credentials'
  if (status === 402 || status === 429) return 'quota_or_rate_limit'
  if (status === 404) return 'unsupported_model'
  if (status === 408 || status === 409 || status >= 500) return 'upstream_unavailable'
  const text = `${codes} ${sentence}`
  if (QUOTA.test(text)) return 'quota_or_rate_limit'
  if (MODEL_CODE.test(codes)) return 'unsupported_model'
  if (status === 403 || KEY.test(text)) return 'invalid_credentials'
  if (status === 400 || status === 422) return isAboutModel(error) ? 'unsupported_model' : 'invalid_response'
  return 'invalid_response'
}

/** An error within a stream that says nothing more is the provider's own failure. */
function statusOfCodes(codes: string): number {
  return STATUS_OF_CODE.find(([pattern]) => pattern.test(codes))?.[1] ?? 500
}

function isAboutModel({ codes, sentence }: ProviderError): boolean {
  return codes.split(' ').includes('model') || MODEL_SENTENCE.test(sentence)
}

const EFFORT = /reasoning[_. ]?effort|\beffort\b|output_config|thinking/

/** Whether the request was refused because of how much the model was to think. */
export function refusesEffort({ status, codes, sentence }: ProviderError): boolean {
  return (status === 400 || status === 422) && EFFORT.test(`${codes} ${sentence}`)
}

const RESPONSES_ONLY =
  /\/responses\b|\bresponses (api|endpoint)\b|only (supported|available) (in|with|through) .*responses/

/** Whether the model is offered, but not at `/chat/completions` (ai-providers.md, "Reasoning effort value sets"). */
export function requiresResponses({ status, sentence }: ProviderError): boolean {
  return (status === 400 || status === 404) && RESPONSES_ONLY.test(sentence)
}

/** Whether the address itself is missing rather than the model: the server has no `/responses`. */
export function lacksResponses(error: ProviderError): boolean {
  if (error.status === 405 || error.status === 501) return true
  return error.status === 404 && !MODEL_CODE.test(error.codes) && !isAboutModel(error)
}
