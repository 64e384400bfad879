import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { pauseText } from './pause-words.ts'

const t = ((key: string, values?: { name?: string; when?: string }) =>
  [key, values?.name, values?.when].filter(Boolean).join(' ')) as unknown as TFunction

it('2/4.9 says when and why a rule was paused, in the language of the page', () => {
  const since = 'approval_rules.paused_since yesterday'
  expect(pauseText(t, 'yesterday', 'The fix failed.')).toBe(`${since} approval_rules.reason.failed`)
  expect(pauseText(t, 'yesterday', 'The issue was dismissed.')).toBe(
    `${since} approval_rules.reason.dismissed`,
  )
  expect(pauseText(t, 'yesterday', 'Paused by ana b.')).toBe('approval_rules.reason.by ana b yesterday')
  expect(pauseText(t, 'yesterday', 'A reason of next year.')).toBe(`${since} A reason of next year.`)
  expect(pauseText(t, 'yesterday', undefined)).toBe(since)
})
