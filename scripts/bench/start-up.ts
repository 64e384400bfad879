import { type Running } from './processes.ts'

const STARTS = 3
const SETTLING_MS = 3000

export interface StartMeasures {
  first_answer_ms: number[]
  /** What it used of the processor until then, the least of all starts: the same on a busy machine. */
  processor_ms: number
  idle_mb: number
}

/** From spawn to the first answered request: cold, then with the compile cache filled. */
export async function measureStart(start: () => Promise<Running>): Promise<StartMeasures> {
  const first_answer_ms: number[] = []
  const processor_ms: number[] = []
  let idle_mb = 0
  for (let i = 0; i < STARTS; i += 1) {
    const began = performance.now()
    const server = await start()
    await fetch(`http://127.0.0.1:${server.port}/api/auth/status`)
    first_answer_ms.push(Math.round(performance.now() - began))
    processor_ms.push(server.processor_ms())
    await new Promise(resolve => setTimeout(resolve, SETTLING_MS))
    idle_mb = server.resident_mb()
    await server.stop()
  }
  return { first_answer_ms, processor_ms: Math.min(...processor_ms), idle_mb: Math.round(idle_mb) }
}

export function describeStart({ first_answer_ms, processor_ms, idle_mb }: StartMeasures): string[] {
  return [
    `first answer after ${first_answer_ms.join(', ')} ms, ${processor_ms} ms of the processor; idle ${idle_mb} MB resident`,
  ]
}
