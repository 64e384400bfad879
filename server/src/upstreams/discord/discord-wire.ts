import { z } from 'zod'

/** Without a string id there is no receipt (discord-webhook.md, "Execute"). */
const CreatedMessage = z.object({ id: z.string().min(1) })

/** Lenient: a ban answers with HTML, and a proxy with anything. */
const Refused = z.object({
  code: z.int().optional().catch(undefined),
  /** Seconds, with a fraction. */
  retry_after: z.number().min(0).optional().catch(undefined),
})
export type Refused = z.infer<typeof Refused>

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function isReceipt(text: string): boolean {
  return CreatedMessage.safeParse(parse(text)).success
}

export function readRefused(text: string): Refused {
  return Refused.safeParse(parse(text)).data ?? {}
}
