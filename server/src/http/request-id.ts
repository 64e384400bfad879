import { randomBytes } from 'node:crypto'

/** Ties a line of the log to the answer that carries it as `x-request-id`. */
export function newRequestId(): string {
  return randomBytes(9).toString('base64url')
}
