import { z } from 'zod'
import { defineJob } from '#jobs/index.ts'
import type { DeliveryKey } from './delivery-store.ts'

/** One per delivery. The jobs of one instance form a lane, so that its writes never overlap (1:3). */
export const deliver = defineJob({
  name: 'deliver-request',
  payload: z.object({ request_id: z.int(), format: z.enum(['', 'ebook', 'audiobook']) }),
})

export function jobKey({ request_id, format }: DeliveryKey): string {
  return `${request_id}:${format}`
}
