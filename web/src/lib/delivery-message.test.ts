import { expect, it } from 'vitest'
import { furtherMessage, saysNoAnswer } from './delivery-message.ts'

it.each([
  ['Radarr did not answer.', true],
  ['Sonarr did not answer in time.', true],
  ['Radarr refused the stored credentials.', false],
  [undefined, false],
])('%s: %s', (message, expected) => {
  expect(saysNoAnswer(message)).toBe(expected)
})

it.each([
  ['Radarr did not answer.', 'service_unavailable', undefined],
  ['The library is importing the author. The book follows automatically.', 'author_import', undefined],
  ['Tried 50 times. Radarr did not answer.', 'retry_limit', 'Tried 50 times. Radarr did not answer.'],
  ['TMDB did not answer.', 'tv_metadata_unavailable', 'TMDB did not answer.'],
  ['Author not yet available.', 'import_failed', 'Author not yet available.'],
  ['Something of its own.', undefined, 'Something of its own.'],
  [undefined, 'import_failed', undefined],
])('does not repeat the reason: %s (%s)', (message, code, expected) => {
  expect(furtherMessage(message, code)).toBe(expected)
})
