import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

/** C62 */
export const accountSignInSettings = defineSetting({
  key: 'account_sign_in',
  schema: z.object({
    enabled: z.boolean(),
    auto_create: z.boolean(),
    /** May name instances that were deleted since. */
    instance_ids: z.array(z.string()),
  }),
  default: { enabled: false, auto_create: false, instance_ids: [] },
})

/** What each server last answered about Quick Connect, by instance. Absent: it never answered. */
export const quickConnectAnswers = defineSetting({
  key: 'quick_connect_answers',
  schema: z.record(z.string(), z.boolean()),
  default: {},
})
