import { describe, expect, it } from 'vitest'
import { ModelFault } from '#kit/model-fault.ts'
import { framesOf, idOf, startChat, testTool } from '#test/chat.ts'

/**
 * Defends one person's words and secrets against others (2:4.6.2, 2:4.6.6, 2:4.7): transcripts belong to one person, the log has no
 * contents, providers learn no name, and what a provider writes in an error stays there.
 */
const SECRET = 'my diary is under the bed'
const say = (content: string, conversation_id?: string) => ({
  messages: [{ role: 'user', content }],
  ...(conversation_id !== undefined && { conversation_id }),
})

describe('another person’s conversation', () => {
  it('is fresh, with a new id, and contains nothing of it; the owner’s goes on', async () => {
    const chat = await startChat()
    const [uma, ben] = [chat.addPerson(), chat.addPerson()]
    const id = idOf(await framesOf(chat, uma, SECRET))
    const stolen = await framesOf(chat, ben, say('What did I say?', id))
    expect(idOf(stolen)).not.toBe(id)
    expect(chat.models.lastMessages()).toEqual([{ role: 'user', text: 'What did I say?' }])
    // Not even with the same account behind both.
    Object.assign(chat.accountOf(2), { binding: chat.accountOf(1).binding })
    await framesOf(chat, ben, say('And now?', id))
    expect(JSON.stringify(chat.models.lastMessages())).not.toContain(SECRET)
    const own = await framesOf(chat, uma, say('Go on', id))
    expect(idOf(own)).toBe(id)
    expect(chat.models.lastMessages()[0]).toEqual({ role: 'user', text: SECRET })
  })

  it('has an id that says nothing and repeats nothing', async () => {
    const chat = await startChat()
    const uma = chat.addPerson()
    const ids = new Set<string>()
    for (let i = 0; i < 20; i += 1) ids.add(idOf(await framesOf(chat, uma, 'Hello')))
    expect(ids.size).toBe(20)
    for (const id of ids) expect(id).toMatch(/^chat_[\w-]{22}$/)
  })
})

describe('what leaves the server', () => {
  it('names nobody to the provider, and uses the account of the person alone', async () => {
    const chat = await startChat({ tools: [testTool('look')] })
    const [uma, ben] = [chat.addPerson(), chat.addPerson({ role: 'admin' })]
    for (const token of [uma, ben]) {
      chat.models.script({ calls: [{ name: 'look' }] })
      await framesOf(chat, token, 'Hello')
    }
    expect(chat.models.asked.map(({ account }) => account.secret)).toEqual([
      'key-of-1',
      'key-of-1',
      'key-of-2',
      'key-of-2',
    ])
    for (const { instructions, messages, tools } of chat.models.asked)
      expect(JSON.stringify({ instructions, messages, tools })).not.toMatch(
        /person-\d|device-\d|key-of|user_id/,
      )
  })

  it('passes the credential filter on its way to the page, inputs of tools included', async () => {
    const chat = await startChat({ tools: [testTool('look', () => ({ note: 'key-of-the-house' }))] })
    chat.scrubber.register('key-of-the-house')
    const input = { query: 'key-of-the-house', api_key: 'abcdef123456' }
    chat.models.script({ calls: [{ name: 'look', input }] }, { text: 'Done.' })
    const frames = await framesOf(chat, chat.addPerson(), 'Hello')
    expect(JSON.stringify(frames)).not.toMatch(/key-of-the-house|abcdef123456/)
    expect(chat.lastResults()[0]?.text).toContain('[redacted]')
  })
})

describe('a fault', () => {
  it('shows a category, never the words of the provider or a stack, and logs no contents', async () => {
    const chat = await startChat()
    const words = 'Incorrect API key provided: sk-1234567890 for uma@example.org'
    const faults = [
      new ModelFault('invalid_credentials', { cause: new Error(words) }),
      new Error(`${words} ${SECRET}`),
    ]
    for (const [i, fault] of faults.entries()) {
      chat.models.script({ fault })
      const frames = await framesOf(chat, chat.addPerson(), SECRET)
      expect(frames.at(-1)).toEqual({
        error: expect.any(String),
        code: i === 0 ? 'invalid_credentials' : 'internal',
      })
      expect(JSON.stringify(frames)).not.toMatch(/sk-123|uma@|diary|\.ts:\d/)
    }
    // The bug is logged as one, and an expected fault without its cause.
    const [expected, bug] = chat.log.entries.filter(({ level }) => level !== 'debug')
    expect(expected).toMatchObject({ level: 'info', outcome: 'invalid_credentials' })
    expect(JSON.stringify(expected)).not.toMatch(/sk-123|uma@|diary|person-1/)
    expect(bug).toMatchObject({ level: 'error', msg: 'a chat turn failed' })
  })
})
