import { MAX_COUNT, WINDOW_DAYS } from '@foyer/contract/request-quotas'
import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

const Limit = z.object({
  count: z.int().min(0).max(MAX_COUNT).nullable(),
  window_days: z.literal(WINDOW_DAYS),
})
const unlimited = { count: null, window_days: 7 } as const

/** The allowances of everybody without a rule of their own (1/4.9). */
export const defaultQuotas = defineSetting({
  key: 'request_quotas',
  schema: z.object({ movie: Limit, tv: Limit, ebook: Limit, audiobook: Limit, music: Limit }),
  default: { movie: unlimited, tv: unlimited, ebook: unlimited, audiobook: unlimited, music: unlimited },
})
