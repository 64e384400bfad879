import { expect, it } from 'vitest'
import { saysNoAnswer } from './delivery-message.ts'

it.each([
  ['Radarr did not answer.', true],
  ['Sonarr did not answer in time.', true],
  ['Radarr refused the stored credentials.', false],
  [undefined, false],
])('%s: %s', (message, expected) => {
  expect(saysNoAnswer(message)).toBe(expected)
})
