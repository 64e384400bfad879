import { describe, expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { createTestClock } from '#test/test-clock.ts'
import {
  createMcpSessions,
  SESSION_IDLE_MS,
  SESSIONS_PER_PROCESS,
  SESSIONS_PER_USER,
} from './mcp-sessions.ts'

const person = (user_id: number): Caller => ({
  user_id,
  device_id: `d${user_id}`,
  role: 'user',
  username: '',
})

function start() {
  const clock = createTestClock()
  const sessions = createMcpSessions<null>(clock)
  sessions.start()
  const ended: string[] = []
  const add = (id: string, user_id: number) => {
    const { device_id } = person(user_id)
    sessions.assertRoom(person(user_id))
    sessions.add({ id, user_id, device_id, transport: null }, () => void ended.push(id))
  }
  return { clock, sessions, ended, add }
}

describe('sessions in memory (2/4.5)', () => {
  it('are swept after an idle hour, but not while a stream is open', () => {
    const { clock, sessions, ended, add } = start()
    add('idle', 1)
    add('listening', 1)
    const release = sessions.use('listening')
    clock.advance(SESSION_IDLE_MS + 60_000)
    expect(ended).toEqual(['idle'])
    release()
    clock.advance(SESSION_IDLE_MS - 60_000)
    expect(ended).toEqual(['idle'])
    clock.advance(120_000)
    expect(ended).toEqual(['idle', 'listening'])
    expect(sessions.count()).toBe(0)
  })

  it('are refused beyond the limit only while all of them are in use', () => {
    const { sessions, ended, add } = start()
    const releases: (() => void)[] = []
    for (let i = 0; i < SESSIONS_PER_USER; i += 1) {
      add(`s${i}`, 1)
      releases.push(sessions.use(`s${i}`))
    }
    expect(() => add('more', 1)).toThrow(Refusal)
    releases[7]?.()
    add('more', 1)
    expect(ended).toEqual(['s7'])
  })

  it('are limited in total: the one that was unused for longest ends', () => {
    const { sessions, ended, add } = start()
    for (let i = 0; i < SESSIONS_PER_PROCESS; i += 1) add(`s${i}`, Math.floor(i / SESSIONS_PER_USER))
    sessions.use('s0')()
    add('more', SESSIONS_PER_PROCESS)
    expect(ended).toEqual(['s1'])
    expect(sessions.count()).toBe(SESSIONS_PER_PROCESS)
  })

  it('end once, and stay ended when a request to them ends later', () => {
    const { sessions, ended, add } = start()
    add('s', 1)
    const release = sessions.use('s')
    sessions.end('s')
    sessions.end('s')
    release()
    expect(ended).toEqual(['s'])
    expect(sessions.find('s', 'd1')).toBeUndefined()
  })
})
