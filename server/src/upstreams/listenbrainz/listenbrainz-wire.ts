import { z } from 'zod'

const text = z.string().nullish()

/** `count` of the payload echoes what was asked for, so it is not looked at. */
export const ChartPayload = z.object({
  payload: z.object({
    offset: z.int().nonnegative().nullish(),
    total_release_group_count: z.int().nonnegative(),
    /** Names that were never matched have no id. */
    release_groups: z.array(z.object({ release_group_mbid: text })),
  }),
})

/** Thousands of rows, so no more is read of them than is kept. */
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
