import { describe, expect, it } from 'vitest'
import { createEventParser, readEvents } from './event-reader.ts'

const STREAM = 'data: {"text":"Grüße"}\n\n: still here\n\ndata: a\ndata: b\n\nevent: x\ndata:[DONE]\n\n'
const EVENTS = ['{"text":"Grüße"}', 'a\nb', '[DONE]']

async function collect(chunks: readonly Uint8Array[]): Promise<string[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const events: string[] = []
  for await (const event of readEvents(stream)) events.push(event)
  return events
}

describe('server-sent events', () => {
  it('are found wherever the chunks end, even inside a letter', async () => {
    const bytes = new TextEncoder().encode(STREAM)
    for (let at = 0; at <= bytes.length; at += 1)
      expect(await collect([bytes.slice(0, at), bytes.slice(at)])).toEqual(EVENTS)
    expect(await collect(Array.from(bytes, byte => Uint8Array.of(byte)))).toEqual(EVENTS)
  })

  it('may have line ends of any kind', () => {
    for (const end of ['\r\n', '\r', '\n']) {
      const push = createEventParser()
      const text = `${STREAM.replaceAll('\n', end)}data: next\n\n`
      expect(Array.from(text).flatMap(letter => push(letter))).toEqual([...EVENTS, 'next'])
    }
  })

  it('drop an event that is cut in the middle', async () => {
    expect(await collect([new TextEncoder().encode('data: a\n\ndata: {"te')])).toEqual(['a'])
    expect(await collect([new TextEncoder().encode('data: a\n\ndata: b\n')])).toEqual(['a'])
  })

  it('end the request when the reader stops', async () => {
    let cancelled = false
    const stream = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(new TextEncoder().encode('data: a\n\n')),
      cancel: () => {
        cancelled = true
      },
    })
    for await (const event of readEvents(stream)) {
      expect(event).toBe('a')
      break
    }
    expect(cancelled).toBe(true)
  })
})
