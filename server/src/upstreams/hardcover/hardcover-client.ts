import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { GraphqlAnswer, type GraphqlErrors } from './hardcover-wire.ts'

/** Hardcover, GraphQL without a version beyond `v1` in the path (hardcover.md). */
export const HARDCOVER = 'Hardcover'

export interface HardcoverParts {
  external: Transport
  url: string
}

interface Query {
  token: string
  query: string
  variables?: Record<string, unknown>
  signal?: AbortSignal | undefined
}

const TIMEOUT_MS = 15_000
const MAX_BYTES = 8 * 1024 * 1024

const REFUSING_CODES = new Set(['invalid-jwt', 'access-denied', 'invalid_token', 'insufficient_scope'])
const REFUSING_WORDS = /\bjwt\b|unauthori[sz]ed|invalid token|token (is|has) (invalid|expired)/i

/** An expired token, or one without the scope, may be answered with status 200. */
export function refusesToken(errors: GraphqlErrors): boolean {
  return errors.some(
    ({ message = '', extensions }) =>
      REFUSING_CODES.has(extensions?.code ?? '') || REFUSING_WORDS.test(message),
  )
}

export function createHardcoverClient({ external, url }: HardcoverParts) {
  return {
    /** The data of one query. Throws UpstreamFault; `rejected_key` when the token is refused in any form. */
    async query<S extends z.core.$ZodType>(schema: S, call: Query): Promise<z.output<S>> {
      const { token, query, variables, signal } = call
      const answer = await external.send({
        upstream: HARDCOVER,
        method: 'POST',
        url: `${url}/v1/graphql`,
        headers: { authorization: `Bearer ${token}` },
        json: { query, ...(variables && { variables }) },
        credential: true,
        // Only reads use this.
        idempotent: true,
        timeout_ms: TIMEOUT_MS,
        max_bytes: MAX_BYTES,
        ...(signal && { signal }),
      })
      const { errors, data } = answer.json(GraphqlAnswer)
      if (errors && errors.length > 0) {
        throw new UpstreamFault({
          upstream: HARDCOVER,
          kind: refusesToken(errors) ? 'rejected_key' : 'bad_answer',
          status: answer.status,
        })
      }
      return parse(schema, data)
    },
  }
}

function parse<S extends z.core.$ZodType>(schema: S, data: unknown): z.output<S> {
  const parsed = z.safeParse(schema, data)
  if (parsed.success) return parsed.data
  throw new UpstreamFault({ upstream: HARDCOVER, kind: 'bad_answer', status: 200, cause: parsed.error })
}
