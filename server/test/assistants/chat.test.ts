import { setImmediate } from 'node:timers/promises'
import type { ChatFrame } from '@foyer/contract/assistant/chat'
import { describe, expect, it } from 'vitest'
import { framesOf, startChat, testTool, textOf } from '#test/chat.ts'
import { ECHO } from '#test/mcp.ts'

const call = (name: string, input: unknown = {}) => ({ name, input })
const kinds = (frames: readonly ChatFrame[]) =>
  frames.map(frame => {
    if ('tool_start' in frame) return `start ${frame.tool_start.name}`
    if ('tool_end' in frame) return `end ${frame.tool_end.name} ${frame.tool_end.ok}`
    return Object.keys(frame)[0]
  })
const gate = () => Promise.withResolvers<void>()
const say = (content: string) => ({ role: 'user', content })

describe('before the stream', () => {
  it.each<[string, unknown]>([
    ['no messages', { messages: [] }],
    ['too many messages', { messages: Array.from({ length: 61 }, () => say('a')) }],
    ['an assistant that speaks last', { messages: [say('a'), { role: 'assistant', content: 'b' }] }],
    ['another role', { messages: [{ role: 'system', content: 'Obey.' }] }],
    ['an empty message', { messages: [say(' \n')] }],
    ['no object', []],
  ])('refuses %s with 400, whatever the source', async (_what, body) => {
    const chat = await startChat()
    const turn = await chat.open(chat.addPerson({ available: false }), body as never)
    await turn.ended
    expect([turn.status, turn.body().code]).toEqual([400, 'validation'])
  })

  it('refuses more than 1 MiB, and a caller without a session', async () => {
    const chat = await startChat()
    const large = await chat.open(chat.addPerson(), 'x'.repeat(1024 * 1024))
    expect(large.status).toBe(413)
    expect((await chat.open('nobody', 'Hello')).status).toBe(401)
  })

  it('says why there is no model, with the source (2:4.6.4)', async () => {
    const chat = await startChat()
    const turn = await chat.open(chat.addPerson({ available: false }), 'Hello')
    await turn.ended
    expect(turn.status).toBe(503)
    expect(turn.body()).toMatchObject({
      code: 'ai_unavailable',
      source: 'personal',
      reason: 'personal_credential_missing',
    })
    expect(chat.models.asked).toEqual([])
  })
})

describe('a turn (2:4.6)', () => {
  it('streams texts and tools as frames, and ends with [DONE]', async () => {
    const chat = await startChat({ tools: [ECHO] })
    const uma = chat.addPerson()
    chat.models.script(
      { text: ['Let me ', '', 'look.'], calls: [call('echo', { words: 'lanterns' })] },
      { text: 'Found.' },
    )
    const turn = await chat.open(uma, 'Find lanterns')
    expect(await turn.ended).toBe(true)
    expect(turn.frames).toEqual([
      { conversation_id: expect.stringMatching(/^chat_[\w-]{22}$/) },
      { text: 'Let me ' },
      { text: 'look.' },
      { tool_start: { name: 'echo', label: 'Echo' } },
      { tool_detail: { name: 'echo', input: '{"words":"lanterns"}' } },
      { tool_end: { name: 'echo', ok: true } },
      { text: 'Found.' },
    ])
    expect(turn.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const [first, second] = chat.models.asked
    expect(first?.messages).toEqual([{ role: 'user', text: 'Find lanterns' }])
    expect(first?.tools).toMatchObject([
      { name: 'echo', input_schema: { type: 'object', required: ['words'] } },
    ])
    expect(second?.messages.slice(1)).toMatchObject([
      { role: 'answer', text: 'Let me look.' },
      { role: 'tools', results: [{ call_id: '1-0', name: 'echo', ok: true, text: '{"words":"lanterns"}' }] },
    ])
  })

  it('sends each text as it comes', async () => {
    const chat = await startChat()
    const held = gate()
    chat.models.script({ text: 'First words', hold: held.promise })
    const turn = await chat.open(chat.addPerson(), 'Hello')
    expect(await turn.received('text')).toEqual({ text: 'First words' })
    held.resolve()
    expect(await turn.ended).toBe(true)
  })

  it('runs reads together, four at a time, and ends them in order', async () => {
    const gates = Array.from({ length: 6 }, gate)
    const started: number[] = []
    const look = testTool('look', async ({ at }) => {
      started.push(at as number)
      await gates[at as number]?.promise
      return { at }
    })
    const chat = await startChat({ tools: [look] })
    chat.models.script({ calls: gates.map((_, at) => call('look', { at })) }, { text: 'Done.' })
    const turn = await chat.open(chat.addPerson(), 'Look')
    await expect.poll(() => started).toEqual([0, 1, 2, 3])
    gates[3]?.resolve()
    gates[1]?.resolve()
    await setImmediate()
    expect(kinds(turn.frames)).not.toContain('end look true')
    for (const { resolve } of gates) resolve()
    await turn.ended
    const inputs = turn.frames.flatMap(frame => ('tool_detail' in frame ? [frame.tool_detail.input] : []))
    expect(inputs).toEqual(gates.map((_, at) => `{"at":${at}}`))
    const results = chat.models.lastMessages().at(-1)
    expect(results).toMatchObject({ results: gates.map((_, at) => ({ text: `{"at":${at}}` })) })
  })

  it('sends the frames of 2/4.6 and no others to a reader who did not ask for details', async () => {
    const chat = await startChat({ tools: [testTool('look')] })
    chat.models.script({ calls: [call('look', {})] }, { text: 'Done.' })
    const turn = await chat.open(chat.addPerson(), { messages: [say('Look')], conversation_id: null })
    expect(await turn.ended).toBe(true)
    expect(kinds(turn.frames)).toEqual(['conversation_id', 'start look', 'end look true', 'text'])
  })

  it('runs whatever changes something alone, in the order of the model', async () => {
    const log: string[] = []
    const record = (name: string) => async () => {
      log.push(`+${name}`)
      await setImmediate()
      log.push(`-${name}`)
    }
    const chat = await startChat({
      tools: [
        testTool('read', record('read')),
        testTool('write', record('write'), { hint: 'write' }),
        testTool('destroy', record('destroy'), { hint: 'destructive' }),
      ],
    })
    const names = ['read', 'read', 'write', 'destroy', 'read', 'write']
    chat.models.script({ calls: names.map(name => call(name)) }, { text: 'Done.' })
    const frames = await framesOf(chat, chat.addPerson(), 'Go')
    expect(log).toEqual([
      '+read',
      '+read',
      '-read',
      '-read',
      '+write',
      '-write',
      '+destroy',
      '-destroy',
      '+read',
      '-read',
      '+write',
      '-write',
    ])
    const [, ...steps] = kinds(frames).filter(kind => kind !== 'tool_detail')
    expect(steps).toEqual([
      'start read',
      'start read',
      'end read true',
      'end read true',
      ...['write', 'destroy', 'read', 'write'].flatMap(name => [`start ${name}`, `end ${name} true`]),
      'text',
    ])
  })

  it('reports failures to the model and the reader, and goes on', async () => {
    const chat = await startChat({
      tools: [
        ECHO,
        testTool('bug', () => {
          throw new Error('secret inside')
        }),
      ],
    })
    chat.models.script(
      {
        calls: [
          call('echo', { words: 1 }),
          call('bug'),
          call('invented'),
          { name: 'echo', invalid: true },
          call('echo', { words: 'x'.repeat(16 * 1024) }),
        ],
      },
      { text: 'Sorry.' },
    )
    const frames = await framesOf(chat, chat.addPerson(), 'Go')
    const details = frames.flatMap(frame => ('tool_detail' in frame ? [frame.tool_detail] : []))
    expect(details.map(({ name, error }) => [name, error])).toEqual([
      ['echo', expect.stringMatching(/^The input is not valid/)],
      ['bug', expect.stringMatching(/^An unexpected error/)],
      ['invented', expect.stringMatching(/^This tool does not exist/)],
      ['echo', 'The input is not valid JSON.'],
      ['echo', 'The input is too large. Ask for less at once.'],
    ])
    expect(details[4]?.input.length).toBe(500)
    const results = chat.lastResults()
    expect(results.map(({ ok }) => ok)).toEqual([false, false, false, false, false])
    expect(results.map(({ text }) => /\((\w+)\)$/.exec(text)?.[1])).toEqual([
      'validation',
      'internal',
      'tool_not_available',
      'validation',
      'input_too_large',
    ])
    expect(JSON.stringify(frames)).not.toContain('secret inside')
    expect(textOf(frames)).toBe('Sorry.')
  })

  it('gives the tools of one turn the same place for previews, and other turns another', async () => {
    const keep = testTool('keep', (_, { previews }) => void previews?.set('a', 1))
    const count = testTool('count', (_, { previews }) => ({ size: previews?.size }))
    const chat = await startChat({ tools: [keep, count] })
    const uma = chat.addPerson()
    chat.models.script({ calls: [call('keep')] }, { calls: [call('count')] }, { text: 'One.' })
    await framesOf(chat, uma, 'Go')
    expect(chat.models.lastMessages().at(-1)).toMatchObject({ results: [{ text: '{"size":1}' }] })
    chat.models.script({ calls: [call('count')] }, { text: 'None.' })
    await framesOf(chat, uma, 'Again')
    expect(chat.models.lastMessages().at(-1)).toMatchObject({ results: [{ text: '{"size":0}' }] })
  })

  it('logs one line without contents', async () => {
    const chat = await startChat({ tools: [ECHO] })
    chat.models.script({ calls: [call('echo', { words: 'lanterns' })] }, { text: 'Found lanterns.' })
    await framesOf(chat, chat.addPerson(), 'Find lanterns')
    const lines = chat.log.entries.filter(({ level }) => level !== 'debug')
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'a chat turn ended',
        user_id: 1,
        source: 'personal',
        provider: 'openai',
        outcome: 'done',
        tool_calls: 1,
        input_tokens: 20,
        output_tokens: 10,
      }),
    ])
    expect(JSON.stringify(chat.log.entries)).not.toMatch(/lanterns|person-1|key-of-1/)
  })
})

describe('limits of a turn (2/4.6)', () => {
  it('are 16 tool calls: further ones are refused, then the model may call none', async () => {
    const chat = await startChat({ tools: [ECHO] })
    const words = (count: number) => Array.from({ length: count }, () => call('echo', { words: 'a' }))
    chat.models.script({ calls: words(10) }, { calls: words(10) }, { text: 'That is all.' })
    const frames = await framesOf(chat, chat.addPerson(), 'Go')
    expect(kinds(frames).filter(kind => kind === 'start echo')).toHaveLength(16)
    expect(textOf(frames)).toBe('That is all.')
    const results = chat.lastResults()
    expect(results.map(({ ok }) => ok)).toEqual([...Array(6).fill(true), ...Array(4).fill(false)])
    expect(results.at(-1)?.text).toMatch(/\(tool_limit\)$/)
    expect(chat.models.asked.map(asked => asked.forbid_tool_calls ?? false)).toEqual([false, false, true])
  })

  it('end a turn whose model does not stop calling tools', async () => {
    const chat = await startChat({ tools: [ECHO] })
    chat.models.brain = () => ({ text: 'More. ', calls: [call('echo', { words: 'a' })] })
    const frames = await framesOf(chat, chat.addPerson(), 'Go')
    expect(frames.at(-1)).toEqual({ error: expect.any(String), code: 'tool_limit' })
    expect(kinds(frames).filter(kind => kind === 'start echo')).toHaveLength(16)
    expect(chat.models.asked).toHaveLength(18)
  })

  it('are five minutes, for a model and for a tool', async () => {
    const stuck = testTool('stuck', () => gate().promise)
    const chat = await startChat({ tools: [stuck] })
    const [uma, ben] = [chat.addPerson(), chat.addPerson()]
    chat.models.script({ text: 'Well', hold: gate().promise }, { calls: [call('stuck')] })
    const silent = await chat.open(uma, 'Hello')
    await silent.received('text')
    const busy = await chat.open(ben, 'Hello')
    await busy.received('tool_start')
    chat.clock.advance(5 * 60_000 - 1)
    await setImmediate()
    expect(chat.admission.count()).toBe(2)
    chat.clock.advance(1)
    expect([await silent.ended, await busy.ended]).toEqual([true, true])
    expect(silent.frames.at(-1)).toEqual({ error: expect.any(String), code: 'time_limit' })
    // A tool that was shown as running is shown as ended.
    expect(kinds(busy.frames)).toEqual(['conversation_id', 'start stuck', 'end stuck false', 'error'])
    expect([chat.admission.count(), chat.models.open()]).toEqual([0, 0])
  })
})

describe('a server that stops', () => {
  it('ends running turns with a frame that says so, and refuses new ones', async () => {
    const chat = await startChat()
    const [uma, ben] = [chat.addPerson(), chat.addPerson()]
    chat.models.script({ text: 'Well', hold: gate().promise })
    const turn = await chat.open(uma, 'Hello')
    await turn.received('text')
    chat.endStreams()
    expect(await turn.ended).toBe(true)
    expect(turn.frames.at(-1)).toEqual({ error: expect.any(String), code: 'unavailable' })
    const late = await chat.open(ben, 'Hello')
    expect(late.status).toBe(503)
    expect([chat.admission.count(), chat.models.open()]).toEqual([0, 0])
  })
})
