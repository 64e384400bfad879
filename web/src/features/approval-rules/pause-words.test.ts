import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { pauseText } from './pause-words.ts'

const t = ((key: string, values?: { name: string }) =>
  [key, values?.name].filter(Boolean).join(' ')) as unknown as TFunction

it('2/4.9 says why a rule is paused, in the language of the page', () => {
  expect(pauseText(t, 'The fix failed.')).toBe('approval_rules.reason.failed')
  expect(pauseText(t, 'The issue was dismissed.')).toBe('approval_rules.reason.dismissed')
  expect(pauseText(t, 'Paused by ana b.')).toBe('approval_rules.reason.by ana b')
  expect(pauseText(t, 'A reason of next year.')).toBe('A reason of next year.')
})
