import { isRecord } from '#kit/is-record.ts'
import type { WireFormat } from './call-plan.ts'

/** One event of a stream, or a whole answer: JSON as the server sent it. */
export type WireEvent = Record<string, unknown>

/** Adds to one answer what its server left out, and the libraries refuse to do without. */
export interface EventCompletion {
  /** What takes the place of this event. */
  complete(event: WireEvent): WireEvent[]
  /** What belongs before the marker `[DONE]`. */
  beforeDone(): WireEvent[]
  /** What belongs at the end of a stream that was not cut off. */
  atEnd(): WireEvent[]
  /** An answer that came whole although a stream was asked for, as the events of a stream. */
  ofWhole(answer: WireEvent): WireEvent[]
}

const records = (value: unknown): WireEvent[] => (Array.isArray(value) ? value.filter(isRecord) : [])
const recordOf = (value: unknown): WireEvent => (isRecord(value) ? value : {})

/** OpenAI's chat completions, as local servers and proxies imitate them. */
function completeChat(): EventCompletion {
  const begun_calls = new Set<unknown>()
  let is_finished = false

  function completeCall(call: WireEvent, position: number): WireEvent {
    const { index = position, function: called } = call
    const is_first = !begun_calls.has(index)
    begun_calls.add(index)
    const { arguments: input = '', ...named } = recordOf(called)
    const text = typeof input === 'string' ? input : JSON.stringify(input)
    return {
      ...call,
      index,
      ...(is_first && { id: call['id'] ?? `call_${String(index)}` }),
      function: { ...named, arguments: text },
    }
  }

  function completeChoice(choice: WireEvent, position: number): WireEvent {
    const { index = position, delta, finish_reason } = choice
    if (finish_reason) is_finished = true
    const { tool_calls, ...others } = recordOf(delta)
    const calls = records(tool_calls).map(completeCall)
    return { ...choice, index, delta: { ...others, ...(calls.length > 0 && { tool_calls: calls }) } }
  }

  function complete(event: WireEvent): WireEvent[] {
    const choices = records(event['choices'])
    return [choices.length > 0 ? { ...event, choices: choices.map(completeChoice) } : event]
  }

  function beforeDone(): WireEvent[] {
    if (is_finished) return []
    const finish_reason = begun_calls.size > 0 ? 'tool_calls' : 'stop'
    return [{ choices: [{ index: 0, delta: {}, finish_reason }] }]
  }

  return {
    complete,
    beforeDone,
    // Without a reason and without the marker, the answer may be cut off.
    atEnd: () => [],
    ofWhole(answer) {
      const whole = records(answer['choices'])
      if (whole.length === 0) return [answer]
      const choices = whole.map(({ message, ...choice }) => ({ ...choice, delta: message }))
      return [...complete({ ...answer, choices }), ...beforeDone()]
    },
  }
}

/** Anthropic's messages. */
function completeMessages(): EventCompletion {
  const begun_blocks = new Set<unknown>()
  const open_blocks = new Set<unknown>()
  const emptyText = (index: unknown) => ({
    type: 'content_block_start',
    index,
    content_block: { type: 'text', text: '' },
  })

  function begin(index: unknown): void {
    if (!begun_blocks.has(index)) open_blocks.add(index)
    begun_blocks.add(index)
  }

  function stops(): WireEvent[] {
    const events = [...open_blocks].map(index => ({ type: 'content_block_stop', index }))
    open_blocks.clear()
    return events
  }

  function complete(event: WireEvent): WireEvent[] {
    const { type, index } = event
    if (type === 'message_start') {
      const message = recordOf(event['message'])
      const usage = { input_tokens: 0, output_tokens: 0, ...recordOf(message['usage']) }
      return [{ ...event, message: { ...message, usage } }]
    }
    if (type === 'content_block_start') {
      begin(index)
      const block = recordOf(event['content_block'])
      return [block['type'] === 'text' ? { ...event, content_block: { text: '', ...block } } : event]
    }
    if (type === 'content_block_delta') {
      const is_new_text = !begun_blocks.has(index) && recordOf(event['delta'])['type'] === 'text_delta'
      begin(index)
      return is_new_text ? [emptyText(index), event] : [event]
    }
    if (type === 'content_block_stop') open_blocks.delete(index)
    if (type === 'message_delta') {
      return [...stops(), { ...event, usage: { output_tokens: 0, ...recordOf(event['usage']) } }]
    }
    return type === 'message_stop' ? [...stops(), event] : [event]
  }

  function blockEvents(block: WireEvent, index: number): WireEvent[] {
    const stop = { type: 'content_block_stop', index }
    const delta = (fields: WireEvent) => ({ type: 'content_block_delta', index, delta: fields })
    if (block['type'] === 'text')
      return [emptyText(index), delta({ type: 'text_delta', text: block['text'] }), stop]
    if (block['type'] !== 'tool_use') return []
    const content_block = { ...block, input: {} }
    const partial_json = JSON.stringify(block['input'] ?? {})
    return [
      { type: 'content_block_start', index, content_block },
      delta({ type: 'input_json_delta', partial_json }),
      stop,
    ]
  }

  return {
    complete,
    beforeDone: () => [],
    atEnd: () => [],
    ofWhole(answer) {
      if (!Array.isArray(answer['content'])) return [answer]
      const { content, stop_reason = 'end_turn', usage, ...message } = answer
      return [
        { type: 'message_start', message: { ...message, usage } },
        ...records(content).flatMap(blockEvents),
        { type: 'message_delta', delta: { stop_reason }, usage },
        { type: 'message_stop' },
      ].flatMap(complete)
    },
  }
}

/** Gemini ends its streams without a marker. */
function completeGemini(): EventCompletion {
  let has_begun = false
  let is_finished = false

  function complete(event: WireEvent): WireEvent[] {
    for (const { finishReason } of records(event['candidates'])) {
      has_begun = true
      if (finishReason) is_finished = true
    }
    return [event]
  }

  return {
    complete,
    beforeDone: () => [],
    atEnd: () =>
      has_begun && !is_finished ? [{ candidates: [{ content: { parts: [] }, finishReason: 'STOP' }] }] : [],
    ofWhole: complete,
  }
}

const UNCHANGED: EventCompletion = {
  complete: event => [event],
  beforeDone: () => [],
  atEnd: () => [],
  ofWhole: answer => [answer],
}

/** For one answer. */
export function createEventCompletion(wire: WireFormat): EventCompletion {
  if (wire === 'chat') return completeChat()
  if (wire === 'messages') return completeMessages()
  return wire === 'gemini' ? completeGemini() : UNCHANGED
}
