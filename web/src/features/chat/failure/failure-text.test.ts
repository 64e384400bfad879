import { AI_REASONS, MODEL_FAULTS } from '@foyer/contract/assistant/ai-providers'
import { postChat } from '@foyer/contract/assistant/chat'
import { createInstance, type TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import de from '#locales/de/index.ts'
import { chatTexts } from '#locales/en/chat.ts'
import { en } from '#locales/en/index.ts'
import { failureText, isOfAccount, isRefusedAccount } from './failure-text.ts'
import { obstacleOf } from './unavailable-text.ts'

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

  it('2:4.6.4: an own account that cannot be used is not blamed on the server’s AI, nor the other way round', () => {
    const textOf = (reason: string, source: string, is_admin = false) =>
      failureText(t, { code: 'ai_unavailable', reason, source }, is_admin)
    for (const reason of ['oauth_a_unavailable', 'oauth_b_unavailable'])
      for (const is_admin of [true, false]) {
        expect(textOf(reason, 'personal', is_admin)).toBe(t('chat.unavailable.own_unavailable'))
        expect(textOf(reason, 'shared', is_admin)).toBe(
          textOf('shared_credential_missing', 'shared', is_admin),
        )
      }
  })

  it.each(AI_REASONS.filter(Boolean))('ai_unavailable for %s says what to do', reason => {
    for (const is_admin of [true, false])
      expect(failureText(t, { code: 'ai_unavailable', reason }, is_admin)).toMatch(/\.$/)
  })
})

describe('what is in the way of a chat', () => {
  it.each([
    ['storage_error', 'personal', 'unreadable'],
    ['personal_credential_missing', 'personal', 'own'],
    ['personal_oauth_b_disconnected', 'personal', 'own'],
    ['oauth_b_unavailable', 'personal', 'own'],
    ['oauth_b_unavailable', 'shared', 'shared'],
    ['shared_oauth_a_disconnected', 'shared', 'shared'],
    ['shared_access_disabled', 'none', 'no_access'],
    ['not_configured', 'none', 'not_set_up'],
    ['something_new', 'none', 'not_set_up'],
  ])('%s of %s is %s', (reason, source, obstacle) => {
    expect(obstacleOf({ reason, source })).toBe(obstacle)
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
    expect(isOfAccount({ code: 'ai_unavailable', reason: 'storage_error' })).toBe(false)
    expect(isRefusedAccount({ code: 'ai_unavailable' })).toBe(false)
    expect(isOfAccount({ code: 'cut' })).toBe(false)
  })
})
