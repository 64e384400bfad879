import { describe, expect, it } from 'vitest'
import type { AiProvider, ReasoningEffort } from '@foyer/contract/assistant/ai-providers'
import { firstEffort, firstWire, nextPlan } from './call-plan.ts'
import { readErrorBody } from './provider-error.ts'

describe('the format of the first call', () => {
  it.each<[AiProvider, string, string]>([
    ['openai', 'gpt-4.1-mini', 'chat'],
    ['openai', 'gpt-5.6-sol', 'chat'],
    ['openai', 'gpt-6-astra', 'responses'],
    ['openai', 'gpt-6.1-sol', 'responses'],
    ['oauth_a', 'gpt-6-luna', 'responses'],
    ['local_openai', 'gpt-6-sol', 'chat'],
    ['grok', 'grok-4.7', 'chat'],
    ['oauth_b', 'grok-4.6', 'chat'],
    ['anthropic', 'claude-opus-5-5', 'messages'],
    ['gemini', 'gemini-3.8-flash', 'gemini'],
  ])('of %s %s is %s', (provider, model, wire) => {
    expect(firstWire(provider, model)).toBe(wire)
  })
})

describe('the effort of the first call', () => {
  it.each<[AiProvider, string, string]>([
    ['openai', 'gpt-4.1-mini', ''],
    ['openai', 'gpt-5.4-mini', 'none'],
    ['openai', 'gpt-5.5', 'none'],
    ['openai', 'gpt-5.6-terra', 'none'],
    ['openai', 'gpt-6-sol', 'none'],
    ['openai', 'gpt-6-luna', 'none'],
    ['openai', 'gpt-6-astra', 'low'],
    ['openai', 'gpt-6.1-sol', 'low'],
    ['openai', 'gpt-5.5-codex', ''],
    ['openai', 'somebodys-model', ''],
    ['oauth_a', 'gpt-5.6-luna', 'none'],
    ['anthropic', 'claude-haiku-5-5', 'low'],
    ['anthropic', 'claude-3-haiku', ''],
    ['gemini', 'gemini-3.8-flash', 'minimal'],
    ['gemini', 'gemini-3.1-pro-preview', 'low'],
    ['gemini', 'gemini-2.5-flash', ''],
    ['grok', 'grok-4.7', ''],
    ['oauth_b', 'grok-4.6', ''],
    ['local_openai', 'gpt-5.5', ''],
  ])('of %s %s is "%s" when it shall be the lowest', (provider, model, effort) => {
    expect(firstEffort({ provider, model, effort: '' }, { lowest: true, has_tools: false })).toBe(effort)
    expect(firstEffort({ provider, model, effort: '' }, { lowest: false, has_tools: false })).toBe('')
  })

  it.each<[AiProvider, ReasoningEffort]>([
    ['openai', 'xhigh'],
    ['local_openai', 'xhigh'],
    ['grok', ''],
    ['oauth_b', ''],
  ])('of %s is "%s" when an admin chose xhigh', (provider, effort) => {
    expect(firstEffort({ provider, model: 'm', effort: 'xhigh' }, { lowest: true, has_tools: true })).toBe(
      effort,
    )
    expect(firstEffort({ provider, model: 'm', effort: 'xhigh' }, { lowest: false, has_tools: false })).toBe(
      effort,
    )
  })
})

it.each<[AiProvider, string, ReasoningEffort]>([
  ['openai', 'gpt-5.6-sol', 'none'],
  ['oauth_a', 'gpt-5.6-luna', 'none'],
  ['openai', 'gpt-5.5', ''],
  ['openai', 'gpt-4.1-mini', ''],
  ['local_openai', 'gpt-5.6-sol', ''],
])('with tools, the effort of %s %s is "%s"', (provider, model, effort) => {
  expect(firstEffort({ provider, model, effort: '' }, { lowest: false, has_tools: true })).toBe(effort)
})

describe('the next call', () => {
  const refused = (status: number, message: string, code: string | null = null) =>
    readErrorBody(status, JSON.stringify({ error: { message, code } }))
  const chat = { wire: 'chat', effort: 'low' } as const
  const responses = { wire: 'responses', effort: 'low' } as const

  it.each([
    [400, "Unsupported parameter: 'reasoning_effort' is not supported with this model."],
    [400, "Unsupported value: 'reasoning.effort' does not support 'low'"],
    [422, 'extra_forbidden: reasoning_effort'],
    [400, '"qwen3" does not support thinking'],
    [400, 'output_config.effort: not supported by this model'],
  ])('after %d "%s" has no effort', (status, message) => {
    expect(nextPlan(chat, refused(status, message), ['chat'])).toEqual({ wire: 'chat', effort: '' })
    expect(nextPlan({ ...chat, effort: '' }, refused(status, message), ['chat'])).toBeNull()
  })

  it.each([
    [404, 'This model is only supported in v1/responses and not in v1/chat/completions.'],
    [400, 'Function tools are not supported for this model in /v1/chat/completions. Use /v1/responses.'],
    [400, 'Please use the Responses API for this model.'],
  ])('after %d "%s" goes to /responses', (status, message) => {
    expect(nextPlan(chat, refused(status, message), ['chat'])).toEqual({ ...chat, wire: 'responses' })
    expect(nextPlan(chat, refused(status, message), ['responses', 'chat'])).toBeNull()
  })

  it('goes to /chat/completions when the server has no /responses', () => {
    expect(nextPlan(responses, readErrorBody(404, '404 page not found'), ['responses'])).toEqual(chat)
    expect(nextPlan(responses, readErrorBody(405, ''), ['responses'])).toEqual(chat)
  })

  it.each([
    [404, 'The model does not exist', 'model_not_found'],
    [401, 'Incorrect key', null],
    [500, 'reasoning_effort', null],
  ])('is none after %d "%s"', (status, message, code) => {
    expect(nextPlan(chat, refused(status, message, code), ['chat'])).toBeNull()
    expect(nextPlan(responses, refused(status, message, code), ['responses'])).toBeNull()
  })
})
