import { describe, expect, it } from 'vitest'
import { framesOf, type OpenTurn, startChat, type TestChat, testTool } from '#test/chat.ts'

/**
 * Defends providers and the server against too many turns at once (2:4.6.5, 2:8, C52), and against readers who leave:
 * afterwards no place, provider call or tool is still in use.
 */
const gate = () => Promise.withResolvers<void>()

async function openMany(chat: TestChat, count: number, source: 'personal' | 'shared'): Promise<OpenTurn[]> {
  const turns: OpenTurn[] = []
  for (let i = 0; i < count; i += 1) {
    const turn = await chat.open(chat.addPerson({ source }), 'Hello')
    await turn.received('text')
    turns.push(turn)
  }
  return turns
}

async function refused(turn: OpenTurn): Promise<unknown[]> {
  await turn.ended
  return [turn.status, turn.body().code, turn.headers['retry-after'], turn.headers['content-type']]
}

const JSON_TYPE = 'application/json; charset=utf-8'
const BUSY = [503, 'server_busy', '2', JSON_TYPE]

describe('concurrent turns', () => {
  it('are limited to one for each person, on any device; the second reaches no provider', async () => {
    const chat = await startChat()
    chat.models.brain = () => ({ text: 'Well', hold: gate().promise })
    const uma = chat.addPerson()
    const [first, second] = await Promise.all([chat.open(uma, 'Hello'), chat.open(uma, 'Hello')])
    const [stream, other] = first.status === 200 ? [first, second] : [second, first]
    expect(await refused(other)).toEqual([429, 'turn_active', '2', JSON_TYPE])
    await stream.received('text')
    expect(chat.models.asked).toHaveLength(1)
    expect(await refused(await chat.open(uma, 'Again'))).toEqual([429, 'turn_active', '2', JSON_TYPE])
  })

  it('are limited to four on the included account, which leaves room for others', async () => {
    const chat = await startChat()
    chat.models.brain = () => ({ text: 'Well', hold: gate().promise })
    await openMany(chat, 4, 'shared')
    expect(await refused(await chat.open(chat.addPerson({ source: 'shared' }), 'Hello'))).toEqual(BUSY)
    expect(chat.models.asked).toHaveLength(4)
    await openMany(chat, 12, 'personal')
    expect(chat.admission.count()).toBe(16)
  })

  it('are limited to 16 in all', async () => {
    const chat = await startChat()
    chat.models.brain = () => ({ text: 'Well', hold: gate().promise })
    const [first] = await openMany(chat, 16, 'personal')
    for (const source of ['personal', 'shared'] as const)
      expect(await refused(await chat.open(chat.addPerson({ source }), 'Hello'))).toEqual(BUSY)
    expect(chat.models.asked).toHaveLength(16)
    first?.leave()
    await expect.poll(() => chat.admission.count()).toBe(15)
    await openMany(chat, 1, 'personal')
  })

  it('do not keep a place after [DONE], so that the next message is never refused', async () => {
    const chat = await startChat()
    const uma = chat.addPerson()
    for (let i = 0; i < 20; i += 1) await framesOf(chat, uma, `Message ${i}`)
    expect(chat.models.asked).toHaveLength(20)
  })
})

describe('a reader who leaves', () => {
  it('frees the place, the provider and the tool, wherever the turn is', async () => {
    const aborted: string[] = []
    let begun = 0
    const slow = testTool('slow', (_, { signal }) => {
      begun += 1
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted.push('tool')
          reject(signal.reason)
        })
      })
    })
    const deaf = testTool('deaf', () => ((begun += 1), gate().promise), { hint: 'write' })
    const chat = await startChat({ tools: [slow, deaf] })
    const replies = [
      { text: 'Well', hold: gate().promise },
      { hold: gate().promise },
      { calls: [{ name: 'slow' }] },
      { calls: [{ name: 'deaf' }] },
    ]
    chat.models.script(...replies, ...replies, ...replies, ...replies)
    const turns: OpenTurn[] = []
    for (let i = 0; i < 16; i += 1) turns.push(await chat.open(chat.addPerson(), 'Hello'))
    await expect.poll(() => [chat.models.asked.length, begun]).toEqual([16, 8])
    for (const turn of turns) turn.leave()
    await expect.poll(() => chat.admission.count()).toBe(0)
    await expect.poll(() => [chat.models.open(), aborted.length]).toEqual([0, 4])
    // All places are free again, and a turn whose client left is not logged as an error.
    chat.models.brain = () => ({ text: 'Well', hold: gate().promise })
    await openMany(chat, 16, 'personal')
    const outcomes = chat.log.entries.filter(({ msg }) => msg === 'a chat turn ended')
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(16).fill('left'))
  })
})
