import { z } from 'zod'
import { NumericId } from './primitives.ts'
import { defineRoute } from './route.ts'
import { ScreenType } from './title-statuses.ts'

export const TITLE_NAMES_LIMIT = 100

/**
 * Additive (C58): requests, watchlists, alerts and calendars store or read English titles; with this, a page names all
 * of its movies and shows in the language of its reader by one call, after it is shown.
 */
export const postTitleNames = defineRoute({
  method: 'POST',
  path: '/api/media/titles',
  access: 'user',
  permission: 'media:discover',
  spec: '0.8 C58',
  summary: 'What up to a hundred movies and shows are called in the caller’s language',
  body: z.object({
    items: z
      .array(z.object({ media_type: ScreenType, tmdb_id: NumericId }))
      .min(1)
      .max(TITLE_NAMES_LIMIT),
  }),
  response: z.object({
    /** The language of the answer. With `en` there are no items: stored titles are English. */
    language: z.string(),
    /** Without those that the provider did not name in time, and those that the caller may not see. */
    items: z.array(z.object({ media_type: ScreenType, tmdb_id: NumericId, title: z.string() })),
    /** False: the provider did not answer for some of them, so that it is worth asking again. */
    complete: z.boolean(),
  }),
  refusals: ['unavailable'],
})
