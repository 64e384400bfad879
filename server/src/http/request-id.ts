import { randomBytes } from 'node:crypto'

/** New with every start, so that ids of two runs or two processes do not meet in one log. */
const run = randomBytes(6).toString('base64url')
let count = 0

/** Ties a line of the log to the answer that carries it as `x-request-id`. */
export function newRequestId(): string {
  count += 1
  return `${run}-${count.toString(36)}`
}
