import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import { createMcpConnections, CALLS_PER_USER } from './mcp-connections.ts'

const device = (device_id: string, role: Caller['role'] = 'user'): Caller => ({
  device_id,
  role,
  user_id: 1,
  username: 'uma',
})

function start() {
  const clock = createTestClock()
  const log = createTestLog()
  const live = new Map<string, Caller>()
  const asked: number[] = []
  const state = { broken: false, tools: { admin: 'a b', user: 'a' } }
  const connections = createMcpConnections({
    clock,
    log,
    findCallers: async ids => {
      asked.push(ids.length)
      if (state.broken) throw new Error('no database')
      return new Map(ids.flatMap(id => (live.has(id) ? [[id, live.get(id) as Caller]] : [])))
    },
    toolNames: async role => state.tools[role],
  })
  connections.start()
  const check = async () => {
    clock.advance(2000)
    await setImmediate()
  }
  return { connections, live, asked, state, log, check }
}

const LISTENING = { isListening: () => true, endStream: () => undefined }

describe('what is open for tool clients (2:4.5)', () => {
  it('ends with its device, once, and not because the database cannot be read', async () => {
    const { connections, live, state, log, check } = start()
    live.set('kept', device('kept')).set('gone', device('gone'))
    const ended: string[] = []
    for (const id of live.keys()) connections.add(device(id), () => void ended.push(id))
    state.broken = true
    live.delete('gone')
    await check()
    expect(ended).toEqual([])
    expect(log.entries.map(({ msg }) => msg)).toEqual(['the devices of open responses could not be checked'])
    state.broken = false
    await check()
    await check()
    expect(ended).toEqual(['gone'])
  })

  it('is read in pieces that every engine takes, and not at all while nothing is open', async () => {
    const { connections, asked, check } = start()
    await check()
    expect(asked).toEqual([])
    for (let i = 0; i < 1001; i += 1) connections.add(device(`d${i}`), () => undefined)
    await check()
    expect(asked).toEqual([500, 500, 1])
  })

  it('is told of changed tools by role, and only once it listens', async () => {
    const { connections, live, state, check } = start()
    live.set('u', device('u')).set('a', device('a', 'admin'))
    const told: string[] = []
    let listens = false
    for (const caller of live.values()) connections.add(caller, () => undefined)
    const known = await connections.knownTools(device('u'))
    connections.onToolsChanged(device('u'), {
      ...LISTENING,
      known,
      isListening: () => listens,
      notify: () => void told.push('user'),
    })
    connections.onToolsChanged(device('a', 'admin'), {
      ...LISTENING,
      known: await connections.knownTools(device('a', 'admin')),
      notify: () => void told.push('admin'),
    })
    await check()
    expect(told).toEqual([])
    state.tools = { admin: 'a', user: '' }
    await connections.recheck()
    await check()
    expect(told).toEqual(['admin'])
    listens = true
    await check()
    await check()
    expect(told).toEqual(['admin', 'user'])
  })

  it('is bounded for each person', () => {
    const { connections } = start()
    const leave = Array.from({ length: CALLS_PER_USER }, () =>
      connections.addResponse(device('d'), () => undefined),
    )
    expect(() => connections.addResponse(device('other'), () => undefined)).toThrow(Refusal)
    leave[0]?.()
    connections.addResponse(device('other'), () => undefined)
  })

  it('counts every message of a batch', () => {
    const { connections } = start()
    const open = (calls: number) => connections.addResponse(device('d'), () => undefined, calls)
    const leave = open(CALLS_PER_USER - 1)
    expect(() => open(2)).toThrow(Refusal)
    open(1)()
    leave()
    open(CALLS_PER_USER)
    expect(() => open(1)).toThrow(Refusal)
  })
})
