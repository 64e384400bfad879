import { z } from 'zod'

const text = z.string().nullish()

/** `count` of the payload repeats the requested count, so it is ignored. */
export const ChartPayload = z.object({
  payload: z.object({
    offset: z.int().nonnegative().nullish(),
    total_release_group_count: z.int().nonnegative(),
    /** Unmatched names have no id. */
    release_groups: z.array(z.object({ release_group_mbid: text })),
  }),
})

/** Thousands of rows, so only the stored fields are read. */
export const FreshPayload = z.object({
  payload: z.object({
    releases: z.array(
      z.object({
        release_date: text,
        release_name: text,
        artist_credit_name: text,
        artist_mbids: z.array(z.string()).nullish(),
        release_group_mbid: text,
        release_group_primary_type: text,
      }),
    ),
  }),
})
export type FreshRow = z.output<typeof FreshPayload>['payload']['releases'][number]
