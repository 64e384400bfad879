import { z } from 'zod'
import { defineJob } from '#jobs/index.ts'

/** Looks up the people of every alert that is due; there is one of these at most. */
export const fanOutAlerts = defineJob({ name: 'tell-alerts', payload: z.object({}) })
export const FAN_OUT_KEY = 'alerts'

/** One alert to one destination. */
export const sendAlert = defineJob({ name: 'send-alert', payload: z.object({ send_id: z.int() }) })
