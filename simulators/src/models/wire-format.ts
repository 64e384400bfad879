import type { JsonRecord } from '../kit/json.ts'
import type { IssuedState } from './issued-state.ts'
import type { EncodedReply, ModelProvider, ModelQuestion, Reply } from './model-types.ts'

export interface WireContext {
  provider: ModelProvider
  model: string
  now: number
  stream: boolean
  body: JsonRecord
  issued: IssuedState
}

export interface WireFormat {
  /** Reads a request; throws Violation when the reference does not allow it. */
  read(context: WireContext): Omit<ModelQuestion, 'provider' | 'wire' | 'model' | 'stream'>
  encode(reply: Reply, context: WireContext): EncodedReply
  /** An error inside a stream. */
  errorEvent(error: NonNullable<Reply['error']>): { event?: string; data: unknown }
  /** What ends a stream after its last event, outside of JSON. */
  ending?: string
}
