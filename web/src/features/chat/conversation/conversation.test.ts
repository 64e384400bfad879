import { describe, expect, it } from 'vitest'
import type { Frame } from './chat-frame.ts'
import { type Answer, applyFrame, endAnswer, messagesOf, NEW_ANSWER, type Turn } from './conversation.ts'

const after = (...frames: Frame[]) => frames.reduce(applyFrame, NEW_ANSWER)
const start = (name: string): Frame => ({ kind: 'tool_start', name, label: name })
const end = (name: string, ok = true): Frame => ({ kind: 'tool_end', name, ok })
const text = (words: string): Frame => ({ kind: 'text', text: words })

function turn(question: string, answer = ''): Turn {
  const parts: Answer['parts'] = answer ? [{ kind: 'text', text: answer }] : []
  return { id: 1, question, answer: { parts, state: 'done' } }
}

describe('an answer', () => {
  it('joins text, and begins a new paragraph after a tool', () => {
    const { parts } = after(
      text('Let '),
      text('me look.'),
      start('a'),
      text('\n\n'),
      end('a'),
      text('Found.'),
    )
    expect(parts).toMatchObject([
      { kind: 'text', text: 'Let me look.' },
      { kind: 'step', state: 'done' },
      { kind: 'text', text: 'Found.' },
    ])
  })

  it('ends tools of one name in the order they began, each with its own details', () => {
    const { parts } = after(
      start('a'),
      start('a'),
      { kind: 'tool_detail', name: 'a', input: '1', error: 'No.', unknown: false },
      end('a', false),
      { kind: 'tool_detail', name: 'a', input: '2', error: undefined, unknown: false },
      end('a'),
      end('never began'),
    )
    expect(parts).toMatchObject([
      { state: 'failed', input: '1', error: 'No.' },
      { state: 'done', input: '2' },
    ])
  })

  it('2:4.8 does not call a change applied that the library refused or did not confirm', () => {
    const stepAfter = (status: string) =>
      after(
        start('apply_profile_change'),
        { kind: 'change', change_id: 4, summary: 'HD', status },
        end('apply_profile_change'),
      ).parts
    expect(stepAfter('applied')).toMatchObject([{ state: 'done' }, { kind: 'change', status: 'applied' }])
    expect(stepAfter('failed')).toMatchObject([{ state: 'failed' }, { kind: 'change', status: 'failed' }])
    for (const status of ['outcome_unknown', 'executing', ''])
      expect(stepAfter(status)).toMatchObject([{ state: 'unknown' }, { kind: 'change', status }])
  })

  it('does not call an action done whose answer was lost', () => {
    const lost = {
      kind: 'tool_detail',
      name: 'grab_release',
      input: '{}',
      error: undefined,
      unknown: true,
    } as const
    expect(after(start('grab_release'), lost, end('grab_release')).parts).toMatchObject([
      { state: 'unknown' },
    ])
  })

  it('does not claim to know how a tool ended when the stream did not say so', () => {
    for (const answer of [
      endAnswer(after(start('request_media')), 'stopped'),
      after(start('request_media'), { kind: 'error', error: 'No.', code: 'time_limit' }),
    ])
      expect(answer.parts).toMatchObject([{ state: 'interrupted' }])
  })

  it('keeps what was already there when an error ends it', () => {
    const answer = after(text('So far'), { kind: 'error', error: 'No.', code: '' })
    expect(answer).toMatchObject({ state: 'failed', failure: { code: 'unknown', message: 'No.' } })
    expect(answer.parts).toHaveLength(1)
  })
})

describe('the messages of a conversation', () => {
  it('end with the question to answer, without what was answered before', () => {
    expect(messagesOf([turn('a', 'A'), turn('b', ''), turn('c', 'half')])).toEqual([
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'A' },
      { role: 'user', content: 'b' },
      { role: 'user', content: 'c' },
    ])
  })

  it('2/4.6 are at most 60 and begin with a question', () => {
    const messages = messagesOf(Array.from({ length: 50 }, (_, at) => turn(`q${at}`, `a${at}`)))
    expect(messages).toHaveLength(59)
    expect(messages[0]).toEqual({ role: 'user', content: 'q20' })
    expect(messages.at(-1)).toEqual({ role: 'user', content: 'q49' })
  })

  it('2/4.6 stay below 1 MiB as they are sent', () => {
    const long = '"ä\n'.repeat(20_000)
    const messages = messagesOf(Array.from({ length: 20 }, () => turn(long, long)))
    expect(new TextEncoder().encode(JSON.stringify({ messages })).length).toBeLessThan(1_048_576)
    expect(messages.length).toBeGreaterThan(5)
    expect(messages[0]?.role).toBe('user')
  })
})
