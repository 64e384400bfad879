import { z } from 'zod'
import { defineJob } from '#jobs/index.ts'

/** Finds the recipients of every alert that is due; at most one such job exists. */
export const fanOutAlerts = defineJob({ name: 'tell-alerts', payload: z.object({}) })
export const FAN_OUT_KEY = 'alerts'

/** One alert to one destination. */
export const sendAlert = defineJob({ name: 'send-alert', payload: z.object({ send_id: z.int() }) })

/** The oldest unsent alert of one place; at most one such job exists per place. */
export const drainPlace = defineJob({
  name: 'drain-place',
  payload: z.object({ channel: z.enum(['chat_webhook', 'destination']), destination: z.string() }),
})
