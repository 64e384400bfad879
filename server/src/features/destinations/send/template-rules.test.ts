import { expect, it } from 'vitest'
import { templateSentence } from './template-rules.ts'

it.each([
  ['{"text":"{{title}}"}', null],
  ['text', 'This is not JSON. Placeholders stand inside of quotation marks.'],
  [
    '{"text":"{{titel}}"}',
    'There is no placeholder {{titel}}. The page of the destination lists those that exist.',
  ],
  ['{"{{title}}":1}', '{{title}} is the name of a field. Placeholders can only be used in values.'],
  [`"${'x'.repeat(8192)}"`, 'A template can have at most 8 KB.'],
])('%.60s', (template, sentence) => expect(templateSentence('webhook', template)).toBe(sentence))

it('is for webhooks alone', () => {
  expect(templateSentence('ntfy', '{"text":"{{title}}"}')).toBe('Only webhooks can have a template.')
})
