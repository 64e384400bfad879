import type { Transport } from './api-request.ts'

/** The `Date` header is in whole seconds. */
const DATE_STEP_MS = 1_000

/** The server's time, estimated from the dates of its answers, because a browser's clock may be hours off. */
export function createServerTime(now: () => number) {
  let offset_ms = 0

  /** A slow answer is imprecise, so it changes the estimate only if it contradicts it. */
  function learn(date: string | null, sent_ms: number, received_ms: number): void {
    const at = Date.parse(date ?? '')
    if (Number.isNaN(at)) return
    const [least, most] = [at - received_ms, at + DATE_STEP_MS - sent_ms]
    if (offset_ms < least || offset_ms > most) offset_ms = (least + most) / 2
  }

  return {
    now: () => now() + offset_ms,

    /** The same transport, observed for its dates. */
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
