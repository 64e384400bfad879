import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError, ServerUnreachable, SignedOut } from '#lib/api-error.ts'
import { createChat } from './chat-store.ts'

type Stream = ReadableStreamDefaultController<Uint8Array>
type Body = Parameters<Parameters<typeof createChat>[0]['open']>[0]

let asked: { body: Body; signal: AbortSignal }[]
/** One entry per expected call. */
let answers: (Error | 'stream')[]
let streams: Stream[]
let paused: number[]
let frames: (() => void)[]

function setUp() {
  return createChat({
    async open(body, signal) {
      asked.push({ body, signal })
      const answer = answers.shift() ?? 'stream'
      if (answer instanceof Error) throw answer
      return new ReadableStream<Uint8Array>({
        start(controller) {
          streams.push(controller)
          signal.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')))
        },
      })
    },
    pause: async ms => void paused.push(ms),
    schedule: work => void frames.push(work),
  })
}

const settled = () => new Promise<void>(resolve => setTimeout(resolve))

async function says(...lines: unknown[]) {
  await settled()
  for (const line of lines) {
    const data = typeof line === 'string' ? line : JSON.stringify(line)
    streams.at(-1)?.enqueue(new TextEncoder().encode(`data: ${data}\n\n`))
  }
  await settled()
}

beforeEach(() => {
  asked = []
  answers = []
  streams = []
  paused = []
  frames = []
})

describe('the conversation', () => {
  it('shows all text of one frame of the screen at once', async () => {
    const chat = setUp()
    let painted = 0
    chat.subscribe(() => {
      painted += 1
    })
    chat.send(' Hello ')
    expect(painted).toBe(1)
    expect(chat.get().turns[0]).toMatchObject({ question: 'Hello', answer: { state: 'waiting' } })
    await says({ text: 'a' }, { text: 'b' }, { text: 'c' })
    expect(frames).toHaveLength(1)
    for (const work of frames) work()
    expect(painted).toBe(2)
    expect(chat.get().turns[0]?.answer.parts).toEqual([{ kind: 'text', text: 'abc' }])
  })

  it('continues the conversation that the server named', async () => {
    const chat = setUp()
    chat.send('One')
    await says({ conversation_id: 'c1' }, { text: 'First.' }, '[DONE]')
    chat.send('Two')
    await says({ conversation_id: 'c2' }, '[DONE]')
    chat.startNew()
    chat.send('Three')
    await settled()
    expect(asked.map(({ body }) => body)).toEqual([
      { messages: [{ role: 'user', content: 'One' }] },
      {
        messages: [
          { role: 'user', content: 'One' },
          { role: 'assistant', content: 'First.' },
          { role: 'user', content: 'Two' },
        ],
        conversation_id: 'c1',
      },
      { messages: [{ role: 'user', content: 'Three' }] },
    ])
  })

  it('sends one question at a time', async () => {
    const chat = setUp()
    chat.send('One')
    chat.send('Two')
    chat.retry()
    await settled()
    expect(asked).toHaveLength(1)
  })

  it('2/4.6 tries again by itself while the server is busy, then leaves it to the person', async () => {
    const busy = () => new ApiError(503, { code: 'server_busy' }, 2)
    answers = [busy(), new ApiError(429, { code: 'turn_active' })]
    const chat = setUp()
    chat.send('One')
    await says({ text: 'Here.' }, '[DONE]')
    expect(paused).toEqual([2000, 2000])
    expect(chat.get().turns[0]?.answer).toMatchObject({ state: 'done', parts: [{ text: 'Here.' }] })

    answers = Array.from({ length: 9 }, busy)
    chat.send('Two')
    await settled()
    expect(asked).toHaveLength(3 + 5)
    expect(chat.get().turns[1]?.answer).toMatchObject({ state: 'failed', failure: { code: 'server_busy' } })
  })

  it.each([
    [new ApiError(503, { code: 'ai_unavailable' }), 'ai_unavailable'],
    [new SignedOut(), 'session_ended'],
    [new ServerUnreachable(), 'unreachable'],
    [new TypeError('network error'), 'cut'],
  ])('names the reason of %s', async (error, code) => {
    answers = [error]
    const chat = setUp()
    chat.send('One')
    await settled()
    expect(chat.get().turns[0]?.answer).toMatchObject({ state: 'failed', failure: { code } })
    expect(paused).toEqual([])
  })

  it('keeps a cut answer, and asks the same question again', async () => {
    const chat = setUp()
    chat.send('One')
    await says({ conversation_id: 'c1' }, { text: 'Half' })
    streams.at(-1)?.close()
    await settled()
    expect(chat.get().turns[0]?.answer).toMatchObject({
      state: 'failed',
      failure: { code: 'cut' },
      parts: [{ text: 'Half' }],
    })
    chat.retry()
    await says({ text: 'Whole.' }, '[DONE]')
    expect(asked[1]?.body.messages).toEqual([{ role: 'user', content: 'One' }])
    expect(chat.get().turns).toMatchObject([{ answer: { state: 'done', parts: [{ text: 'Whole.' }] } }])
  })

  it('does not let the end of a failed answer end the next one', async () => {
    const chat = setUp()
    chat.send('One')
    await says({ error: 'Busy.', code: 'rate_limited' })
    chat.retry()
    expect(asked[0]?.signal.aborted).toBe(true)
    await says({ text: 'Whole.' }, '[DONE]')
    expect(chat.get().turns).toMatchObject([{ answer: { state: 'done', parts: [{ text: 'Whole.' }] } }])
  })

  it('does not take an empty stream for an answer', async () => {
    const chat = setUp()
    chat.send('One')
    await says({ conversation_id: 'c1' }, { text: ' ' }, '[DONE]')
    expect(chat.get().turns[0]?.answer).toMatchObject({ state: 'failed', failure: { code: 'empty' } })
  })

  it('calls an error of the network in the middle a cut', async () => {
    const chat = setUp()
    chat.send('One')
    await says({ text: 'Half' })
    streams.at(-1)?.error(new TypeError('network error'))
    await settled()
    expect(chat.get().turns[0]?.answer).toMatchObject({ state: 'failed', failure: { code: 'cut' } })
  })

  it('stops at once, and ends the request', async () => {
    const chat = setUp()
    chat.send('One')
    await says({ text: 'Half' })
    chat.stop()
    expect(asked[0]?.signal.aborted).toBe(true)
    await settled()
    expect(chat.get().turns[0]?.answer).toMatchObject({ state: 'stopped', failure: undefined })
  })

  it('forgets everything when the session ends', async () => {
    const chat = setUp()
    chat.write('unsent')
    chat.send('One')
    await says({ text: 'Half' })
    chat.reset()
    await settled()
    expect(asked[0]?.signal.aborted).toBe(true)
    expect(chat.get()).toEqual({ turns: [], draft: '' })
  })
})
