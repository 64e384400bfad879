import { randomBytes } from 'node:crypto'

/** New with every start, so that ids of two runs or processes do not collide in one log. */
const run = randomBytes(6).toString('base64url')
let count = 0

/** Connects a log line with its response, which carries it as `x-request-id`. */
export function newRequestId(): string {
  count += 1
  return `${run}-${count.toString(36)}`
}
