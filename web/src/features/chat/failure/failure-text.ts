import type { TFunction } from 'i18next'
import { codeText } from '#lib/error-text.ts'
import chat from '#locales/en/chat.json'
import type { Failure } from './chat-failure.ts'
import { unavailableText } from './unavailable-text.ts'

const { code: texts } = chat.failure

function isKnown(code: string): code is keyof typeof texts {
  return Object.hasOwn(texts, code)
}

/** What went wrong, in a sentence for people. */
export function failureText(t: TFunction, failure: Failure, is_admin: boolean): string {
  const { code } = failure
  if (code === 'ai_unavailable') return unavailableText(t, failure, is_admin)
  if (isKnown(code)) return t(`chat.failure.code.${code}`)
  return codeText(t, code) ?? t('chat.failure.code.unknown')
}

/** The provider refuses the account that the chat runs on; its owner can solve that. */
const REFUSED_ACCOUNT: ReadonlySet<string> = new Set([
  'invalid_credentials',
  'unsupported_model',
  'quota_or_rate_limit',
])
const NO_ACCOUNT: ReadonlySet<string> = new Set(['ai_unavailable', 'shared_access_disabled'])

export function isRefusedAccount({ code }: Failure): boolean {
  return REFUSED_ACCOUNT.has(code)
}

/** Whether the AI settings are the place to solve it. They do not help while they cannot be read. */
export function isOfAccount(failure: Failure): boolean {
  return isRefusedAccount(failure) || (NO_ACCOUNT.has(failure.code) && failure.reason !== 'storage_error')
}
