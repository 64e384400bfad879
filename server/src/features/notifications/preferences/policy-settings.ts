import { ALERT_CATEGORIES, type AlertCategory } from '@foyer/contract/notifications'
import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

/** The alert categories admins allow on devices; a category that is not listed is allowed. */
export const pushPolicy = defineSetting({
  key: 'push_policy',
  schema: z.object({
    enabled: z.boolean(),
    // The list is not empty.
    categories: z.partialRecord(z.enum(ALERT_CATEGORIES as [AlertCategory]), z.boolean()),
  }),
  default: { enabled: true, categories: {} },
})
