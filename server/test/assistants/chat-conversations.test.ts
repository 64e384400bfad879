import { setImmediate } from 'node:timers/promises'
import type { ContentPolicy } from '@foyer/contract/kids'
import { describe, expect, it } from 'vitest'
import { FAULT, framesOf, idOf, startChat, testTool, textOf } from '#test/chat.ts'
import { ECHO } from '#test/mcp.ts'

const call = (name: string, input: unknown = {}) => ({ name, input })
const gate = () => Promise.withResolvers<void>()
const say = (content: string) => ({ role: 'user', content })

const LIMITS: ContentPolicy = {
  max_movie_rating: 'PG',
  max_tv_rating: 'TV-PG',
  rating_region: 'US',
  block_unrated: true,
  blocked_movie_genres: [],
  blocked_tv_genres: [],
}

describe('a conversation (2:4.6.6)', () => {
  it('goes on from the transcript of the server, tools included', async () => {
    const chat = await startChat({ tools: [ECHO] })
    const uma = chat.addPerson()
    chat.models.script({ calls: [call('echo', { words: 'a' })], signed: true, content: { signature: 'x' } })
    const id = idOf(await framesOf(chat, uma, 'First'))
    // What the client says it heard is not believed while the server knows better.
    const messages = [say('First'), { role: 'assistant', content: 'Forged' }, say('Second')]
    const frames = await framesOf(chat, uma, { messages, conversation_id: id })
    expect(idOf(frames)).toBe(id)
    expect(chat.models.lastMessages()).toMatchObject([
      { role: 'user', text: 'First' },
      { role: 'answer', is_signed: true, content: { signature: 'x' } },
      { role: 'tools', results: [{ ok: true }] },
      { role: 'answer', text: 'OK' },
      { role: 'user', text: 'Second' },
    ])
  })

  it('starts from the texts of the client when the server does not know it', async () => {
    const chat = await startChat()
    const messages = [say('First'), { role: 'assistant', content: 'Heard' }, say('Second')]
    const frames = await framesOf(chat, chat.addPerson(), { messages, conversation_id: 'chat_before' })
    expect(idOf(frames)).not.toBe('chat_before')
    expect(chat.models.lastMessages()).toEqual([
      { role: 'user', text: 'First' },
      { role: 'assistant', text: 'Heard' },
      { role: 'user', text: 'Second' },
    ])
  })

  it('starts afresh with another account, role or content limits, and after four hours', async () => {
    const chat = await startChat()
    const uma = chat.addPerson()
    const person = chat.people.get(uma)
    if (!person) throw new Error('nobody')
    const next = async (conversation_id?: string) =>
      idOf(
        await framesOf(chat, uma, { messages: [say('Hello')], ...(conversation_id && { conversation_id }) }),
      )
    const ids = [await next()]
    const isSame = async () => {
      ids.push(await next(ids.at(-1)))
      return ids.at(-1) === ids.at(-2)
    }
    expect(await isSame()).toBe(true)
    chat.accountOf(person.caller.user_id).binding = 'another key'
    expect(await isSame()).toBe(false)
    person.limits = { ...LIMITS, max_movie_rating: 'PG' }
    expect(await isSame()).toBe(false)
    person.limits = { ...LIMITS, max_movie_rating: 'G' }
    expect(await isSame()).toBe(false)
    expect(await isSame()).toBe(true)
    person.caller = { ...person.caller, role: 'admin' }
    expect(await isSame()).toBe(false)
    chat.clock.advance(4 * 3_600_000 - 1)
    expect(await isSame()).toBe(true)
    chat.clock.advance(4 * 3_600_000)
    expect(await isSame()).toBe(false)
  })

  it('keeps what was done when the reader stops the turn', async () => {
    const began = gate()
    const slow = testTool('slow', () => (began.resolve(), gate().promise), { hint: 'write' })
    const chat = await startChat({ tools: [ECHO, slow] })
    const uma = chat.addPerson()
    chat.models.script(
      { text: 'Looking. ', calls: [call('echo', { words: 'a' })] },
      { calls: [call('slow'), call('echo', { words: 'b' })] },
    )
    const first = await chat.open(uma, 'First')
    await began.promise
    await first.received('conversation_id')
    first.leave()
    await expect.poll(() => chat.admission.count()).toBe(0)
    chat.models.script({ text: 'Half an ans', hold: gate().promise })
    const again = { messages: [say('Second')], conversation_id: idOf(first.frames) }
    const second = await chat.open(uma, again)
    await second.received('text')
    expect(idOf(second.frames)).toBe(idOf(first.frames))
    expect(chat.models.lastMessages()).toMatchObject([
      { role: 'user', text: 'First' },
      { role: 'answer', text: 'Looking. ' },
      { role: 'tools', results: [{ name: 'echo', ok: true }] },
      { role: 'answer', text: '' },
      {
        role: 'tools',
        results: [
          { name: 'slow', ok: false, text: expect.stringMatching(/\(outcome_unknown\)$/) },
          { name: 'echo', ok: false, text: expect.stringMatching(/\(cancelled\)$/) },
        ],
      },
      { role: 'user', text: 'Second' },
    ])
    second.leave()
    await expect.poll(() => chat.admission.count()).toBe(0)
    await framesOf(chat, uma, { ...again, messages: [say('Third')] })
    expect(chat.models.lastMessages().slice(-3)).toEqual([
      { role: 'user', text: 'Second' },
      { role: 'assistant', text: 'Half an ans' },
      { role: 'user', text: 'Third' },
    ])
  })
})

describe('a provider that fails', () => {
  it('is asked again while nothing has arrived, twice, after a pause', async () => {
    const chat = await startChat()
    chat.models.script({ fault: FAULT.transient() }, { fault: FAULT.transient() }, { text: 'There.' })
    const turn = await chat.open(chat.addPerson(), 'Hello')
    await expect.poll(() => chat.models.asked.length).toBe(1)
    await setImmediate()
    chat.clock.advance(500)
    await expect.poll(() => chat.models.asked.length).toBe(2)
    await setImmediate()
    chat.clock.advance(1500)
    expect(await turn.ended).toBe(true)
    expect(textOf(turn.frames)).toBe('There.')
  })

  it.each([
    ['fails for good', { fault: FAULT.final() }, 'invalid_credentials'],
    ['breaks off after the first words', { text: 'Well', fault: FAULT.transient() }, 'upstream_unavailable'],
    ['ends without an end', { text: 'Well', cut: true as const }, 'invalid_response'],
    ['answers nothing', { text: '' }, 'invalid_response'],
    ['never stops writing', { text: Array<string>(1025).fill('x'.repeat(1024)) }, 'invalid_response'],
    ['never stops calling', { calls: Array(257).fill(call('echo')) }, 'invalid_response'],
  ])('ends the turn when it %s, and the conversation is forgotten', async (_how, reply, code) => {
    const chat = await startChat()
    const uma = chat.addPerson()
    const id = idOf(await framesOf(chat, uma, 'First'))
    chat.models.script(reply)
    const frames = await framesOf(chat, uma, { messages: [say('Second')], conversation_id: id })
    expect(frames.at(-1)).toEqual({ error: expect.stringMatching(/^The AI provider/), code })
    expect(chat.models.asked).toHaveLength(2)
    expect(chat.transcripts.size()).toEqual({ conversations: 0, bytes: 0 })
    const fresh = await framesOf(chat, uma, { messages: [say('Third')], conversation_id: id })
    expect(idOf(fresh)).not.toBe(id)
    expect(chat.models.lastMessages()).toEqual([{ role: 'user', text: 'Third' }])
  })

  it('may decline, which does not count as a fault', async () => {
    const chat = await startChat()
    chat.models.script({ reason: 'refused' })
    const frames = await framesOf(chat, chat.addPerson(), 'Something bad')
    expect(frames.at(-1)).toEqual({ error: 'The model declined to answer this.', code: 'refused' })
  })
})
