import { type Answer, json } from '../kit/answer.ts'
import type { ModelProvider, Reply } from './model-types.ts'

type ErrorDetails = NonNullable<Reply['error']>

const OPENAI_ERRORS: Record<number, { type: string; code: string | null; message: string }> = {
  400: { type: 'invalid_request_error', code: null, message: 'Invalid request.' },
  401: { type: 'invalid_request_error', code: 'invalid_api_key', message: 'Incorrect API key provided.' },
  402: {
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: 'You exceeded your current quota.',
  },
  403: {
    type: 'invalid_request_error',
    code: 'unsupported_country_region_territory',
    message: 'Not allowed.',
  },
  404: { type: 'invalid_request_error', code: 'model_not_found', message: 'The model does not exist.' },
  429: { type: 'requests', code: 'rate_limit_exceeded', message: 'Rate limit reached for requests.' },
}
const OPENAI_FAILURE = {
  type: 'server_error',
  code: null,
  message: 'The server had an error while processing your request.',
}

const ANTHROPIC_TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

const GEMINI_STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

/** An HTTP error in the words of a provider. */
export function providerError(provider: ModelProvider, status: number, details: ErrorDetails = {}): Answer {
  const { message, type, code, param } = details
  switch (provider) {
    case 'openai': {
      const usual = OPENAI_ERRORS[status] ?? OPENAI_FAILURE
      const error = { ...usual, param: param ?? null, ...details }
      return json({ error }, status)
    }
    case 'grok':
      return json({ code: code ?? 'Some requested entity was not found', error: message ?? 'error' }, status)
    case 'local':
      return json({ error: message ?? (status === 404 ? 'model not found' : 'error') }, status)
    case 'anthropic':
      return json(
        {
          type: 'error',
          error: {
            type: type ?? ANTHROPIC_TYPES[status] ?? 'api_error',
            message: message ?? (status === 529 ? 'Overloaded' : 'Internal server error'),
          },
          request_id: 'req_011CSimulated',
        },
        status,
      )
    case 'gemini':
      return json(
        {
          error: {
            code: status,
            message: message ?? 'An error occurred.',
            status: GEMINI_STATUSES[status] ?? 'INTERNAL',
            ...(code !== undefined && {
              details: [
                {
                  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
                  reason: code,
                  domain: 'googleapis.com',
                },
              ],
            }),
          },
        },
        status,
      )
  }
}

export function wrongKeyError(provider: ModelProvider): Answer {
  switch (provider) {
    case 'gemini':
      return providerError(provider, 400, {
        message: 'API key not valid. Please pass a valid API key.',
        code: 'API_KEY_INVALID',
      })
    case 'anthropic':
      return providerError(provider, 401, { message: 'invalid x-api-key' })
    case 'grok':
      return json({ code: 'Client specified an invalid argument', error: 'Incorrect API key provided.' }, 401)
    case 'local':
      return providerError(provider, 401, { message: 'Unauthorized' })
    case 'openai':
      return providerError(provider, 401)
  }
}

export function unknownModelError(provider: ModelProvider, model: string): Answer {
  switch (provider) {
    case 'openai':
      return providerError(provider, 404, {
        message: `The model \`${model}\` does not exist or you do not have access to it.`,
      })
    case 'anthropic':
      return providerError(provider, 404, { message: `model: ${model}` })
    case 'gemini':
      return providerError(provider, 404, {
        message: `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
      })
    case 'grok':
      return providerError(provider, 404, {
        message: `The model ${model} does not exist or your team does not have access to it.`,
      })
    case 'local':
      return providerError(provider, 404, { message: `model '${model}' not found` })
  }
}

/** The model takes no effort: the provider names the parameter. */
export function effortError(provider: ModelProvider, model: string, on_responses: boolean): Answer {
  switch (provider) {
    case 'openai':
    case 'local': {
      const param = on_responses ? 'reasoning.effort' : 'reasoning_effort'
      return providerError(provider, 400, {
        message: `Unsupported parameter: '${param}' is not supported with this model.`,
        code: 'unsupported_parameter',
        param,
      })
    }
    case 'grok':
      return providerError(provider, 400, {
        code: 'Client specified an invalid argument',
        message: `Model ${model} does not support parameter reasoningEffort (reasoning_effort).`,
      })
    case 'anthropic':
      return providerError(provider, 400, {
        message: 'output_config.effort: This model does not support the effort parameter.',
      })
    case 'gemini':
      return providerError(provider, 400, {
        message: 'Thinking level is not supported for this model (thinking_config.thinking_level).',
      })
  }
}

/** The model is not served by Chat Completions. */
export function responsesOnlyError(model: string): Answer {
  return providerError('openai', 404, {
    message: `This model (${model}) is only supported in v1/responses and not in v1/chat/completions.`,
    param: 'model',
    code: 'model_not_found',
  })
}

/** With tools, some models want another wire or no effort (ai-providers.md, "Known special cases"). */
export function toolLimitError(model: string, effort: string | null): Answer | null {
  if (/^gpt-(6-astra|6\.1-sol)/.test(model))
    return providerError('openai', 400, {
      message: `Function tools with ${model} are only supported in /v1/responses. Please use /v1/responses instead.`,
      param: 'tools',
    })
  if (/^gpt-6-(sol|luna)/.test(model) && effort !== 'none')
    return providerError('openai', 400, {
      message: `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
      param: 'reasoning_effort',
    })
  return null
}
