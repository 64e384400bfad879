import { z } from 'zod'
import { NumericId } from '../primitives.ts'

/** Changes with the content of the match; a change must include the revision it is based on (R9). */
export const TvMatchRevision = z
  .string()
  .regex(/^[0-9a-f]{24}$/, 'Use the revision that was read with the match.')

/** `{"<source season>": <target season>}`. */
export const SeasonMap = z.record(z.string(), z.int())
export type SeasonMap = z.infer<typeof SeasonMap>

/** The library series of a metadata provider's show, and the mapping of its seasons (1/4.6). */
export const TvMatch = z.object({
  tmdb_id: NumericId,
  title: z.string().optional(),
  tvdb_id: z.int().optional(),
  target_title: z.string().optional(),
  season_map: SeasonMap,
  provenance: z.enum(['default', 'bundled', 'custom', 'metadata', 'title']),
  revision: TvMatchRevision,
  state: z.enum(['resolved', 'paused', 'unresolved']),
  message: z.string().optional(),
  series_id: z.int().optional(),
})
export type TvMatch = z.infer<typeof TvMatch>
