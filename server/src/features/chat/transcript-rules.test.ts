import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelMessage } from '#ports/language-model.ts'
import {
  CONVERSATION_BYTES,
  CONVERSATION_MESSAGES,
  fitTurns,
  keptTurn,
  TEXT_BYTES,
  type Turn,
  turnsOfClient,
} from './transcript-rules.ts'

const question: ModelMessage = { role: 'user', text: 'What is on?' }
const answer = (text: string, is_signed = false, content: unknown = null): ModelMessage => ({
  role: 'answer',
  text,
  content,
  is_signed,
})
const results: ModelMessage = {
  role: 'tools',
  results: [{ call_id: '1', name: 'get_trending', text: '{}', ok: true }],
}
const sized = (bytes: number, messages = 2): Turn => ({
  bytes,
  messages: Array.from({ length: messages }, () => question),
})

describe('a finished turn (2:4.6.6)', () => {
  it('is kept unchanged, including signed parts and tool results', () => {
    const messages = [question, answer('', true, { thought: 'x' }), results, answer('Low Water.')]
    expect(keptTurn(messages)).toEqual({ messages, bytes: Buffer.byteLength(JSON.stringify(messages)) })
  })

  const too_large = 'x'.repeat(TEXT_BYTES + 1)
  const huge = 'y'.repeat(CONVERSATION_BYTES)

  it.each([
    ['a long text', [question, answer('First. '), results, answer(too_large)], {}],
    ['much state of the adapter', [question, answer('First. ', false, huge), results, answer('Then.')], {}],
    ['a large input of a tool', [question, answer('First. '), results], { has_oversized_input: true }],
  ])('is reduced to its texts when it has %s', (_what, messages, flags) => {
    const kept = keptTurn(messages, flags)
    expect(kept?.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(kept?.messages[1]).toMatchObject({ text: expect.stringMatching(/^First\. /) })
    expect(kept?.bytes).toBeLessThan(TEXT_BYTES + 1000)
  })

  it('is dropped completely when it is too large and signed', () => {
    expect(keptTurn([question, answer('First.', true, huge), results, answer('Then.')])).toBeNull()
    expect(keptTurn([question, answer('', true), results], { has_oversized_input: true })).toBeNull()
  })
})

describe('a conversation (2/4.6)', () => {
  it('keeps the newest whole turns within 1 MiB and 60 messages', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            bytes: fc.integer({ min: 1, max: CONVERSATION_BYTES }),
            messages: fc.integer({ min: 1, max: 36 }),
          }),
          { maxLength: 20 },
        ),
        sizes => {
          const turns = sizes.map(({ bytes, messages }) => sized(bytes, messages))
          const fit = fitTurns(turns)
          expect(fit).toEqual(turns.slice(turns.length - fit.length))
          const bytes = (list: Turn[]) => list.reduce((sum, turn) => sum + turn.bytes, 0)
          const messages = (list: Turn[]) => list.reduce((sum, turn) => sum + turn.messages.length, 0)
          const fits = (list: Turn[]) =>
            bytes(list) <= CONVERSATION_BYTES && messages(list) <= CONVERSATION_MESSAGES
          expect(fits(fit)).toBe(true)
          if (fit.length < turns.length) expect(fits(turns.slice(turns.length - fit.length - 1))).toBe(false)
        },
      ),
    )
  })

  it('begins with the texts that a client remembers', () => {
    const turns = turnsOfClient([
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'A' },
      { role: 'assistant', content: 'B' },
      { role: 'assistant', content: '' },
      { role: 'user', content: 'C'.repeat(TEXT_BYTES + 5) },
    ])
    expect(turns.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
      ['assistant'],
      ['user', 'assistant'],
      ['user'],
    ])
    expect(turns[2]?.bytes).toBeLessThan(TEXT_BYTES + 100)
  })
})
