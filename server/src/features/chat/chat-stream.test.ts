import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createSilenceWatch } from '#kit/silence-watch.ts'
import { createTestClock } from '#test/test-clock.ts'
import { KEEP_ALIVE_MS, openChatStream } from './chat-stream.ts'

/** A response whose reader takes nothing until `has_room` is set. */
class TestResponse extends EventEmitter {
  written: string[] = []
  has_room = true
  destroyed = false
  writableEnded = false
  writeHead(_status: number, headers: Record<string, string>): void {
    this.written.push(JSON.stringify(headers))
  }
  write(text: string): boolean {
    this.written.push(text)
    return this.has_room
  }
  end(text: string): void {
    this.written.push(text)
    this.writableEnded = true
  }
  destroy(): void {
    this.destroyed = true
    this.emit('close')
  }
}

function start() {
  const clock = createTestClock()
  const response = new TestResponse()
  const silence = createSilenceWatch(clock, KEEP_ALIVE_MS)
  const headers = { 'cache-control': 'no-store' }
  const stream = openChatStream(response as unknown as ServerResponse, { headers, clock, silence })
  const stopping = new AbortController()
  response.written.length = 0
  return { clock, response, stream, stopping, signal: stopping.signal }
}

describe('the stream of a turn', () => {
  it('waits for a reader that is behind, until it reads or the turn ends', async () => {
    const { response, stream, stopping, signal } = start()
    expect(stream.send({ text: 'a' }, signal)).toBeUndefined()
    response.has_room = false
    let sent = 0
    const waiting = [stream.send({ text: 'b' }, signal), stream.send({ text: 'c' }, signal)]
    for (const one of waiting) void one?.then(() => (sent += 1))
    await setImmediate()
    expect(sent).toBe(0)
    response.emit('drain')
    for (const one of waiting) await one
    const last = stream.send({ text: 'd' }, signal)
    stopping.abort()
    await last
    expect(response.written.join('')).toBe(
      'data: {"text":"a"}\n\ndata: {"text":"b"}\n\ndata: {"text":"c"}\n\ndata: {"text":"d"}\n\n',
    )
  })

  it('has a comment after 15 s of silence, and none while something is written or after the end', () => {
    const { clock, response, stream, signal } = start()
    void stream.send({ text: 'a' }, signal)
    clock.advance(14_999)
    void stream.send({ text: 'b' }, signal)
    clock.advance(14_999)
    expect(response.written).toHaveLength(2)
    clock.advance(1)
    expect(response.written[2]).toBe(': still here\n\n')
    clock.advance(15_000)
    expect(response.written).toHaveLength(4)
    stream.end()
    clock.advance(60_000)
    expect(response.written.slice(4)).toEqual(['data: [DONE]\n\n'])
  })

  it('is cut 2 s after its end if the reader does not take it', () => {
    const { clock, response, stream } = start()
    response.has_room = false
    stream.end({ error: 'No.', code: 'time_limit' })
    expect(response.written).toEqual(['data: {"error":"No.","code":"time_limit"}\n\ndata: [DONE]\n\n'])
    clock.advance(1999)
    expect(response.destroyed).toBe(false)
    clock.advance(1)
    expect(response.destroyed).toBe(true)
  })

  it('writes nothing to a reader that left', () => {
    const { response, stream, signal } = start()
    response.destroy()
    void stream.send({ text: 'a' }, signal)
    stream.end()
    expect(response.written).toEqual([])
  })
})
