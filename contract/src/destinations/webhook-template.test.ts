import { describe, expect, it } from 'vitest'
import { fillTemplate, MAX_TEMPLATE_BYTES, PLACEHOLDERS, templateProblem } from './webhook-template.ts'

const FACTS = {
  event: 'request_decision',
  title: 'Request "approved"',
  message: 'Dune was approved.\n{{title}} $& \\',
  url: 'https://foyer.example.org/requests?open=12',
  data: { request_id: 12, title: 'Dune', title_unverified: true },
}
const fill = (template: unknown, facts: Parameters<typeof fillTemplate>[1] = FACTS) =>
  JSON.parse(fillTemplate(JSON.stringify(template), facts))

describe('a template of a webhook (C64)', () => {
  it('is filled in within its strings, at any depth', () => {
    expect(
      fill({ text: '{{event}}: {{ title }}', more: ['#{{data.request_id}} {{data.title}}', 7, null] }),
    ).toEqual({ text: 'request_decision: Request "approved"', more: ['#12 Dune', 7, null] })
    expect(fill('{{url}}')).toBe(FACTS.url)
  })

  it('keeps the type of a value that stands alone', () => {
    expect(fill({ id: '{{data.request_id}}', name: '{{ data.title }}' })).toEqual({ id: 12, name: 'Dune' })
  })

  it('has null, or nothing within a text, for what an alert does not have', () => {
    const { url: _url, ...without } = FACTS
    expect(fill({ link: '{{url}}', text: 'at {{url}}{{data.count}}.' }, without)).toEqual({
      link: null,
      text: 'at .',
    })
  })

  it('cannot be broken by the text of an alert, and placeholders in that text are not filled in', () => {
    const title = '","admin":true,"x":"'
    expect(fill({ text: 'a {{title}}' }, { ...FACTS, title })).toEqual({ text: `a ${title}` })
    expect(fill({ text: '{{message}}', more: '{{message}}!' })).toEqual({
      text: FACTS.message,
      more: `${FACTS.message}!`,
    })
  })

  it('leaves names alone, also those that objects treat specially', () => {
    const template = '{"__proto__":"{{event}}","constructor":"{{title}}"}'
    expect(fillTemplate(template, FACTS)).toBe(
      '{"__proto__":"request_decision","constructor":"Request \\"approved\\""}',
    )
  })

  it('takes every placeholder that is listed', () => {
    for (const name of PLACEHOLDERS)
      expect(templateProblem(`{"a":"{{${name}}} and {{ ${name} }}"}`)).toBeNull()
  })

  it.each([
    ['nothing', '', { problem: 'not_json' }],
    ['a placeholder outside of a string', '{"text": {{title}}}', { problem: 'not_json' }],
    ['other quotation marks', "{'text': 'x'}", { problem: 'not_json' }],
    ['a misspelt placeholder', '{"text":"{{tilte}}"}', { problem: 'unknown_placeholder', name: '{{tilte}}' }],
    ['all data at once', '["{{title}} {{data}}"]', { problem: 'unknown_placeholder', name: '{{data}}' }],
    [
      'a name that objects have',
      '{"text":"{{data.constructor}}"}',
      { problem: 'unknown_placeholder', name: '{{data.constructor}}' },
    ],
    ['a placeholder as a name', '{"{{title}}":1}', { problem: 'placeholder_in_name', name: '{{title}}' }],
    ['too many bytes', `"${'ü'.repeat(MAX_TEMPLATE_BYTES / 2)}"`, { problem: 'too_long' }],
  ])('%s is refused', (_what, template, problem) => expect(templateProblem(template)).toEqual(problem))

  it('stays as it was entered otherwise: spaces, large numbers, and as deep as its length allows', () => {
    const half = MAX_TEMPLATE_BYTES / 2
    for (const template of [
      '{ "a" : 12345678901234567890,\n  "b\\"" :\t"" }',
      '['.repeat(half) + ']'.repeat(half),
    ]) {
      expect(templateProblem(template)).toBeNull()
      expect(fillTemplate(template, FACTS)).toBe(template)
    }
  })
})
