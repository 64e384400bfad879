import { ChatFrame } from '@foyer/contract/assistant/chat'
import { describe, expect, it } from 'vitest'
import { frameOf } from './chat-frame.ts'

const read = (frame: ChatFrame) => frameOf(JSON.stringify(ChatFrame.parse(frame)))

describe('a frame of the chat', () => {
  it('2/4.6 is read in every form of the contract', () => {
    expect(read({ conversation_id: 'c1' })).toEqual({ kind: 'conversation', id: 'c1' })
    expect(read({ text: '' })).toEqual({ kind: 'text', text: '' })
    expect(read({ tool_start: { name: 'x', label: 'X' } })).toEqual({
      kind: 'tool_start',
      name: 'x',
      label: 'X',
    })
    expect(read({ tool_end: { name: 'x', ok: false } })).toEqual({ kind: 'tool_end', name: 'x', ok: false })
    expect(read({ tool_detail: { name: 'x', input: '{}', error: 'No.' } })).toMatchObject({
      error: 'No.',
      unknown: false,
    })
    expect(read({ tool_detail: { name: 'x', input: '{}', outcome: 'unknown' } })).toMatchObject({
      unknown: true,
    })
    expect(read({ media_results: [{ id: 7, title: 'Low Water', media_type: 'movie' }] })).toMatchObject({
      kind: 'media',
      items: [{ id: 7, title: 'Low Water', media_type: 'movie' }],
    })
    expect(read({ configuration_change: { change_id: 3, summary: 'HD', status: 'applied' } })).toEqual({
      kind: 'change',
      change_id: 3,
      summary: 'HD',
      status: 'applied',
    })
    expect(read({ error: 'No.', code: 'tool_limit' })).toEqual({
      kind: 'error',
      error: 'No.',
      code: 'tool_limit',
    })
  })

  it('is ignored if this page does not know it', () => {
    for (const data of [
      '',
      'null',
      '[1]',
      '"text"',
      '{"te',
      '{"weather":{}}',
      '{"text":4}',
      '{"tool_end":1}',
    ])
      expect(frameOf(data)).toBeNull()
  })

  it('has each title once', () => {
    const movie = { id: 1, title: 'A', media_type: 'movie' }
    const media_results = [movie, movie, { ...movie, media_type: 'tv' }]
    expect(frameOf(JSON.stringify({ media_results }))).toMatchObject({
      items: [{ media_type: 'movie' }, { media_type: 'tv' }],
    })
  })

  it('leaves out titles that cannot be shown', () => {
    const media_results = [{ id: 1 }, { id: 1, title: 'A', media_type: 'game' }, null, 'x']
    expect(frameOf(JSON.stringify({ media_results }))).toEqual({ kind: 'media', items: [] })
  })
})
