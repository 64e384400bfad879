import { describe, expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import type { Turn } from './transcript-rules.ts'
import { CONVERSATIONS, createTranscripts, IDLE_MS, TOTAL_BYTES } from './transcripts.ts'

const OWNER = { user_id: 1, binding: 'a' }
const turn = (bytes = 10): Turn => ({ messages: [{ role: 'user', text: 'Hello' }], bytes })

function start() {
  const clock = createTestClock()
  const transcripts = createTranscripts(clock)
  const add = (bytes?: number) => {
    const conversation = transcripts.create(OWNER, [])
    transcripts.save(conversation, turn(bytes))
    return conversation.id
  }
  return { clock, transcripts, add, isKept: (id: string) => transcripts.find(id, OWNER) !== undefined }
}

describe('transcripts (2:4.6.6)', () => {
  it('belong to one person under one binding', () => {
    const { transcripts, add } = start()
    const id = add()
    expect(transcripts.find(id, OWNER)?.turns).toHaveLength(1)
    expect(transcripts.find(id, { ...OWNER, user_id: 2 })).toBeUndefined()
    expect(transcripts.find(id, { ...OWNER, binding: 'b' })).toBeUndefined()
    expect(transcripts.find('chat_unknown', OWNER)).toBeUndefined()
  })

  it('cannot be reached four hours after their last turn, whatever the wall clock says', () => {
    const { clock, transcripts, add, isKept } = start()
    const id = add()
    clock.stepWallClock(IDLE_MS * 2)
    clock.advance(IDLE_MS - 1)
    expect(isKept(id)).toBe(true)
    clock.advance(1)
    expect(isKept(id)).toBe(false)
    transcripts.start()
    clock.advance(15 * 60_000)
    expect(transcripts.size()).toEqual({ conversations: 0, bytes: 0 })
  })

  it('are at most 200; the one unused for longest goes first', () => {
    const { transcripts, add, isKept } = start()
    const ids = Array.from({ length: CONVERSATIONS }, () => add())
    const first = transcripts.find(ids[0] ?? '', OWNER)
    if (first) transcripts.save(first, turn())
    add()
    expect(transcripts.size().conversations).toBe(CONVERSATIONS)
    expect(ids.filter(id => !isKept(id))).toEqual([ids[1]])
  })

  it('are bounded together, and every byte is given back', () => {
    const { transcripts, add } = start()
    const mebibyte = 1024 * 1024
    const ids = Array.from({ length: 70 }, () => add(mebibyte))
    expect(transcripts.size()).toEqual({ conversations: 64, bytes: TOTAL_BYTES })
    for (const id of ids) transcripts.forget(id)
    expect(transcripts.size()).toEqual({ conversations: 0, bytes: 0 })
  })

  it('have ids of 128 random bits', () => {
    const { transcripts } = start()
    const ids = new Set(Array.from({ length: 1000 }, () => transcripts.create(OWNER, []).id))
    expect(ids.size).toBe(1000)
    for (const id of ids) expect(id).toMatch(/^chat_[\w-]{22}$/)
  })
})
