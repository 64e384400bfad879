import { z } from 'zod'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { AnswerHeaders, OutboundAnswer } from './transport.ts'

interface AnswerParts {
  upstream: string
  status: number
  headers: AnswerHeaders
  url: URL
  bytes: Buffer
  onFault?: ((fault: UpstreamFault) => void) | undefined
}

export function createAnswer({
  upstream,
  status,
  headers,
  url,
  bytes,
  onFault,
}: AnswerParts): OutboundAnswer {
  const badAnswer = (cause?: unknown) => {
    const fault = new UpstreamFault({ upstream, kind: 'bad_answer', status, cause })
    onFault?.(fault)
    return fault
  }
  const text = () => bytes.toString('utf8').replace(/^\uFEFF/, '')
  return {
    status,
    headers,
    url,
    bytes: () => bytes,
    text,
    json(schema) {
      const parsed = z.safeParse(schema, parseJson(text(), badAnswer))
      if (!parsed.success) throw badAnswer(parsed.error)
      return parsed.data
    },
  }
}

function parseJson(text: string, badAnswer: () => UpstreamFault): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Without the cause: a SyntaxError quotes the body.
    throw badAnswer()
  }
}
