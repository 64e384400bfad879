import { isRecord } from '#kit/is-record.ts'
import type { WireFormat } from './call-plan.ts'
import { createEventCompletion, type WireEvent } from './event-completion.ts'
import { parseJson } from './provider-error.ts'

/** The events of one answer on their way to a library. */
export interface EventStream {
  push(chunk: Uint8Array): Uint8Array<ArrayBuffer>
  /** The stream ended, and was not cut off. */
  end(): Uint8Array<ArrayBuffer>
}

/**
 * Passes events on line by line, in the form that the libraries insist on. Small servers leave out fields that nobody
 * needs, the reason why an answer ended, or the stream itself and answer with one JSON document. Lines without data,
 * with which some proxies keep connections open, are dropped. What is not JSON passes unchanged.
 */
export function createEventStream(wire: WireFormat): EventStream {
  const completion = createEventCompletion(wire)
  const decoder = new TextDecoder()
  let held = ''
  /** Null until the first character shows whether one JSON document comes instead of events. */
  let is_whole: boolean | null = null

  function completeLine(line: string): string {
    if (!line.startsWith('data:')) return `${line}\n`
    const data = line.slice('data:'.length).trim()
    if (data === '') return ''
    if (data === '[DONE]') return `${eventsText(completion.beforeDone())}${line}\n`
    const event = parseJson(data)
    if (!isRecord(event)) return `${line}\n`
    // The blank line after the last one follows by itself.
    return eventsText(completion.complete(event)).slice(0, -1)
  }

  function wholeText(text: string): string {
    const answer = parseJson(text)
    // Gemini sends a list unless it is asked for events.
    const answers = (Array.isArray(answer) ? answer : [answer]).filter(isRecord)
    return answers.length > 0 ? eventsText(answers.flatMap(completion.ofWhole)) : text
  }

  return {
    push(chunk) {
      held += decoder.decode(chunk, { stream: true })
      is_whole ??= /^\s*$/.test(held) ? null : /^\s*[[{]/.test(held)
      if (is_whole !== false) return Buffer.from('')
      const lines = held.split('\n')
      held = lines.pop() ?? ''
      return Buffer.from(lines.map(completeLine).join(''))
    },
    end() {
      held += decoder.decode()
      const rest = is_whole ? wholeText(held) : held === '' ? '' : completeLine(held)
      return Buffer.from(`${rest}\n\n${eventsText(completion.atEnd())}`)
    },
  }
}

function eventsText(events: readonly WireEvent[]): string {
  return events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('')
}
