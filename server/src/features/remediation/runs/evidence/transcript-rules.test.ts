import { describe, expect, it } from 'vitest'
import { answersWithoutCalls, conversationOf, fitConversation } from './transcript-rules.ts'

const EMPTY = {
  call_id: null,
  tool_name: null,
  tool_input: null,
  tool_output: null,
  text: null,
  model_content: null,
  is_error: 0,
} as const
const note = (text: string) => ({ ...EMPTY, kind: 'note', text }) as const
const message = (text: string, content: unknown = { text }) =>
  ({
    ...EMPTY,
    kind: 'message',
    text,
    model_content: JSON.stringify({ content, is_signed: true }),
  }) as const
const call = (call_id: string, tool_output: string, is_error: 0 | 1 = 0) =>
  ({
    ...EMPTY,
    kind: 'tool',
    call_id,
    tool_name: 'get_queue',
    tool_input: '{}',
    tool_output,
    is_error,
  }) as const

describe('a conversation that is rebuilt from its steps (2:4.9)', () => {
  it('has the answers unchanged, each followed by all its results', () => {
    const steps = [
      note('Look.'),
      message('I look.', { thought: 'signed' }),
      call('1', '{"a":1}'),
      call('2', 'No. (not_found)', 1),
      note('An admin wrote.'),
      message('Done.'),
    ]
    expect(conversationOf(steps)).toEqual([
      { role: 'user', text: 'Look.' },
      { role: 'answer', text: 'I look.', content: { thought: 'signed' }, is_signed: true },
      {
        role: 'tools',
        results: [
          { call_id: '1', name: 'get_queue', text: '{"a":1}', ok: true },
          { call_id: '2', name: 'get_queue', text: 'No. (not_found)', ok: false },
        ],
      },
      { role: 'user', text: 'An admin wrote.' },
      { role: 'answer', text: 'Done.', content: { text: 'Done.' }, is_signed: true },
    ])
  })

  it('has nothing but texts of a model that is not the same any more', () => {
    const former = { ...message(''), model_content: null }
    expect(conversationOf([note('Look.'), former, call('1', '{"a":1}'), message('Done.')])).toEqual([
      { role: 'user', text: 'Look.' },
      { role: 'assistant', text: '[Called get_queue with {}]' },
      { role: 'user', text: 'Result of get_queue:\n{"a":1}' },
      { role: 'answer', text: 'Done.', content: { text: 'Done.' }, is_signed: true },
    ])
  })

  it('leaves out the oldest results when it is too long, and nothing else', () => {
    const long = 'x'.repeat(1000)
    const messages = conversationOf([
      note('Look.'),
      message('One.'),
      call('1', long),
      message('Two.'),
      call('2', long),
    ])
    expect(fitConversation(messages, 10_000)).toEqual(messages)
    const fitted = fitConversation(messages, 1800)
    const texts = fitted?.flatMap(one => (one.role === 'tools' ? one.results.map(({ text }) => text) : []))
    expect(texts).toEqual([expect.stringContaining('left out'), long])
    expect(fitted?.filter(one => one.role !== 'tools')).toEqual(messages.filter(one => one.role !== 'tools'))
    expect(fitConversation(messages, 100)).toBeNull()
  })

  it.each([
    ['none yet', [note('a')], 0],
    ['the last called', [note('a'), message('b'), message('c'), call('1', '')], 0],
    ['the last did not', [message('c'), call('1', ''), message('d')], 1],
    ['the last two did not', [message('d'), note('go on'), message('e')], 2],
  ] as const)('counts the answers in a row without a call: %s', (_name, steps, expected) => {
    expect(answersWithoutCalls(steps)).toBe(expected)
  })
})
