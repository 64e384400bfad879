import type { ModelFaultCategory } from '@foyer/contract/assistant/ai-providers'

const SENTENCES: Record<ModelFaultCategory, string> = {
  invalid_credentials: 'The AI provider refused the key or account.',
  unsupported_model: 'The AI provider does not offer this model to this account.',
  quota_or_rate_limit:
    'The allowance at the AI provider is used up, or it is limiting requests. Try again later.',
  upstream_unavailable: 'The AI provider did not answer. Try again later.',
  invalid_response: 'The AI provider answered in a way that cannot be used.',
}

/**
 * A model did not answer. The category and its sentence are all that people see: what a provider writes may contain
 * keys or names (2:4.7).
 */
export class ModelFault extends Error {
  readonly category: ModelFaultCategory
  /** Whether the same call may succeed a moment later. */
  readonly transient: boolean
  /** Whether the provider refused the key or token itself (401): a renewed token may work. */
  readonly is_secret_refused: boolean

  constructor(
    category: ModelFaultCategory,
    details: { transient?: boolean; is_secret_refused?: boolean; cause?: unknown } = {},
  ) {
    super(SENTENCES[category], { cause: details.cause })
    this.name = 'ModelFault'
    this.category = category
    this.transient = details.transient ?? false
    this.is_secret_refused = details.is_secret_refused ?? false
  }
}
