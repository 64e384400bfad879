import { AI_REASONS, MODEL_FAULTS } from '@foyer/contract/assistant/ai-providers'
import { postChat } from '@foyer/contract/assistant/chat'
import { createInstance, type TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import de from '../../locales/de/index.ts'
import { chatTexts } from '../../locales/en/chat.ts'
import { en } from '../../locales/en/index.ts'
import { failureText, isOfAccount, isRefusedAccount } from './failure-text.ts'

const resources = { en: { translation: { ...en, ...chatTexts } }, de: { translation: de } }
const i18n = createInstance({ resources, lng: 'en', initAsync: false })
await i18n.init()

/** Codes of a stream that ends early, besides the categories of providers. */
const ENDS = [
  'session_revoked',
  'forbidden',
  'shared_access_disabled',
  'tool_limit',
  'time_limit',
  'unavailable',
  'refused',
]

describe.each(['en', 'de'])('why there is no answer, in %s', language => {
  const t: TFunction = i18n.getFixedT(language)
  const unknown = failureText(t, { code: 'something_new', message: 'Upstream said: key sk-1' }, false)

  it.each([...ENDS, ...MODEL_FAULTS, ...(postChat.refusals ?? []), 'unreachable', 'cut', 'empty'])(
    '%s has a sentence of its own',
    code => {
      const text = failureText(t, { code }, false)
      expect(text).not.toBe(unknown)
      expect(text).toMatch(/^\p{Lu}.*\.$/u)
    },
  )

  it('never repeats the words of a server', () => {
    expect(unknown).not.toContain('sk-1')
    expect(unknown).toMatch(/\.$/)
  })

  it.each(AI_REASONS.filter(Boolean))('ai_unavailable for %s says what to do', reason => {
    for (const is_admin of [true, false])
      expect(failureText(t, { code: 'ai_unavailable', reason }, is_admin)).toMatch(/\.$/)
  })
})

describe('the AI settings', () => {
  it('are offered where the account is the problem', () => {
    expect(MODEL_FAULTS.filter(code => isOfAccount({ code }))).toEqual([
      'invalid_credentials',
      'unsupported_model',
      'quota_or_rate_limit',
    ])
    expect(isOfAccount({ code: 'ai_unavailable' })).toBe(true)
    expect(isRefusedAccount({ code: 'ai_unavailable' })).toBe(false)
    expect(isOfAccount({ code: 'cut' })).toBe(false)
  })
})
