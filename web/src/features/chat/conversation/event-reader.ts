/** Splits a stream of server-sent events into the data of each event. Chunks may end anywhere. */
export function createEventParser() {
  let rest = ''
  let data: string[] = []

  function readLine(line: string): string | null {
    if (line === '') {
      const event = data.length > 0 ? data.join('\n') : null
      data = []
      return event
    }
    // Lines without `data:` are comments, which keep the connection open, or fields that Foyer does not send.
    if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
    return null
  }

  /** The events that this chunk completes. */
  return function push(chunk: string): string[] {
    rest += chunk
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    return lines.flatMap(line => readLine(line) ?? [])
  }
}

/** The data of each event. Ends with the stream; an event cut in the middle is dropped. */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const push = createEventParser()
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield* push(decoder.decode(value, { stream: true }))
    }
  } finally {
    // Ends the request if the reader stops early.
    void reader.cancel().catch(() => undefined)
  }
}
