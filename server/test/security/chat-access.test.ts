import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { FAULT, framesOf, startChat, type TestChat, testTool } from '#test/chat.ts'

/**
 * Defends against a turn that outlives the rights it began with (2:4.6.7, 2:5.4): a session, an account, a role or the access to
 * the included AI that ends in the middle of a turn ends the turn, and no model learns of it.
 */
const call = (name: string, input: unknown = {}) => ({ name, input })
const gate = () => Promise.withResolvers<void>()

/** Where in a turn something is lost. The second tool must never run, and no further answer be asked for. */
const POINTS = ['while the model answers', 'while a tool runs'] as const

async function start(point: (typeof POINTS)[number], source: 'personal' | 'shared') {
  const ran: string[] = []
  let lose = () => {}
  const first = testTool(
    'first',
    () => {
      ran.push('first')
      if (point === 'while a tool runs') lose()
    },
    { hint: 'write' },
  )
  const second = testTool('second', () => void ran.push('second'), { hint: 'write' })
  const chat = await startChat({ tools: [first, second] })
  const token = chat.addPerson({ source })
  chat.models.brain = () => {
    if (point === 'while the model answers') lose()
    return { calls: [call('first'), call('second')] }
  }
  return {
    chat,
    token,
    ran,
    whenLost: (run: () => void) => {
      lose = run
    },
  }
}

describe('a right that ends in the middle of a turn', () => {
  it.each(POINTS)('ends it with session_revoked: the device or the account, %s', async point => {
    const { chat, token, ran, whenLost } = await start(point, 'personal')
    whenLost(() => chat.people.delete(token))
    const frames = await framesOf(chat, token, 'Go')
    expect(frames.at(-1)).toEqual({
      error: 'This session has ended. Sign in again.',
      code: 'session_revoked',
    })
    expect(ran).toEqual(point === 'while the model answers' ? [] : ['first'])
    expect(chat.models.asked).toHaveLength(1)
    expect([chat.admission.count(), chat.transcripts.size().conversations]).toEqual([0, 0])
  })

  it.each(POINTS)('ends it when the included AI is no longer granted, %s', async point => {
    const { chat, token, ran, whenLost } = await start(point, 'shared')
    whenLost(() => void (chat.accountOf(1).granted = false))
    const frames = await framesOf(chat, token, 'Go')
    expect(frames.at(-1)).toEqual({ error: expect.any(String), code: 'shared_access_disabled' })
    expect(ran).toEqual(point === 'while the model answers' ? [] : ['first'])
    expect(chat.models.asked).toHaveLength(1)
  })

  it.each([
    ['session_revoked', (chat: TestChat, token: string) => void chat.people.delete(token)],
    ['shared_access_disabled', (chat: TestChat) => void (chat.accountOf(1).granted = false)],
  ])('sends no result to the provider any more (%s)', async (code, lose) => {
    const chat: TestChat = await startChat({ tools: [testTool('last', () => lose(chat, token))] })
    const token = chat.addPerson({ source: 'shared' })
    chat.models.script({ calls: [call('last')] })
    const frames = await framesOf(chat, token, 'Go')
    expect(frames.at(-1)).toMatchObject({ code })
    expect(chat.models.asked).toHaveLength(1)
  })

  it('does not depend on that grant with an account of one’s own', async () => {
    const { chat, token, whenLost } = await start('while a tool runs', 'personal')
    whenLost(() => void (chat.accountOf(1).granted = false))
    chat.models.brain = ({ messages }) =>
      messages.length === 1 ? { calls: [call('first')] } : { text: 'Done.' }
    expect((await framesOf(chat, token, 'Go')).at(-1)).toEqual({ text: 'Done.' })
  })

  it('is checked before the first answer, too', async () => {
    const chat = await startChat()
    const token = chat.addPerson({ source: 'shared', granted: false })
    const frames = await framesOf(chat, token, 'Go')
    expect(frames.at(-1)).toMatchObject({ code: 'shared_access_disabled' })
    expect(chat.models.asked).toEqual([])
  })

  it('is checked before an answer is asked for again', async () => {
    const chat = await startChat()
    const token = chat.addPerson()
    chat.models.script({ fault: FAULT.transient() })
    const turn = await chat.open(token, 'Go')
    await expect.poll(() => chat.models.asked.length).toBe(1)
    await setImmediate()
    chat.people.delete(token)
    chat.clock.advance(500)
    expect(await turn.ended).toBe(true)
    expect(turn.frames.at(-1)).toMatchObject({ code: 'session_revoked' })
    expect(chat.models.asked).toHaveLength(1)
  })

  it('ends a turn that only streams text within seconds', async () => {
    const chat = await startChat()
    const token = chat.addPerson()
    chat.models.script({ text: 'Once upon a time', hold: gate().promise })
    const turn = await chat.open(token, 'Tell me a story')
    await turn.received('text')
    chat.people.delete(token)
    chat.clock.advance(2000)
    expect(await turn.ended).toBe(true)
    expect(turn.frames.at(-1)).toMatchObject({ code: 'session_revoked' })
    expect(chat.models.open()).toBe(0)
  })
})

describe('a role that changes in the middle of a turn', () => {
  it('changes the tools at once, for the call that comes next and for the next answer', async () => {
    const ran: string[] = []
    const chat = await startChat({
      tools: [
        testTool('look'),
        testTool('demote', () => void (person().caller = { ...person().caller, role: 'user' }), {
          hint: 'write',
        }),
        testTool('remove', () => void ran.push('remove'), {
          hint: 'destructive',
          permission: 'downloads:manage',
        }),
      ],
    })
    const token = chat.addPerson({ role: 'admin' })
    const person = () => {
      const found = chat.people.get(token)
      if (!found) throw new Error('nobody')
      return found
    }
    chat.models.script({ calls: [call('demote'), call('remove')] }, { text: 'Sorry.' })
    const frames = await framesOf(chat, token, 'Go')
    expect(ran).toEqual([])
    expect(frames).toContainEqual({ tool_end: { name: 'remove', ok: false } })
    const offered = chat.models.asked.map(({ tools }) => tools.map(({ name }) => name))
    expect(offered).toEqual([
      ['look', 'demote', 'remove'],
      ['look', 'demote'],
    ])
    expect(chat.lastResults()[1]?.text).toMatch(/\(tool_not_available\)$/)
  })

  it('offers and runs no tool that an admin has turned off meanwhile', async () => {
    const chat = await startChat({ tools: [testTool('look')] })
    chat.models.brain = ({ messages }) => {
      chat.disabled.add('look')
      return messages.length === 1 ? { calls: [call('look')] } : { text: 'Off.' }
    }
    const frames = await framesOf(chat, chat.addPerson(), 'Go')
    expect(frames).toContainEqual({ tool_end: { name: 'look', ok: false } })
    expect(chat.models.asked.map(({ tools }) => tools.length)).toEqual([1, 0])
  })
})
