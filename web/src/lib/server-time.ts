import type { Transport } from './api-request.ts'

/** `Date` of an answer is in whole seconds. */
const DATE_STEP_MS = 1_000

/** What the clock of the server says, by the dates of its answers: the clock of a browser may be hours off. */
export function createServerTime(now: () => number) {
  let offset_ms = 0

  /** An answer that took long says little, so it moves nothing that it does not contradict. */
  function learn(date: string | null, sent_ms: number, received_ms: number): void {
    const at = Date.parse(date ?? '')
    if (Number.isNaN(at)) return
    const [least, most] = [at - received_ms, at + DATE_STEP_MS - sent_ms]
    if (offset_ms < least || offset_ms > most) offset_ms = (least + most) / 2
  }

  return {
    now: () => now() + offset_ms,

    /** The same transport, whose answers are learnt from. */
    watching:
      (transport: Transport): Transport =>
      async (url, init) => {
        const sent_ms = now()
        const answer = await transport(url, init)
        learn(answer.headers.get('date'), sent_ms, now())
        return answer
      },
  }
}
