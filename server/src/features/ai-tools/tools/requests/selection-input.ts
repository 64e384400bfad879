import { MediaType } from '@foyer/contract/instances/instance-types'
import { SeasonScope } from '@foyer/contract/requests/requests'
import { z } from 'zod'
import { RETIRED_BOOK_FIELDS } from '../discovery/retired-catalog.ts'
import { InstanceId, TmdbId } from '../discovery/search-inputs.ts'

/**
 * A selection as in 1/4.6. An admin's request for somebody else is not included: an assistant acts for the person it
 * talks to.
 */
export const SelectionInput = z.strictObject({
  media_type: MediaType.optional().describe('Required for a new request.'),
  instance_id: InstanceId,
  tmdb_id: TmdbId.optional().describe('For movies and shows, from a search.'),
  tvdb_id: z.int().positive().optional(),
  title: z.string().max(512).optional(),
  foreign_id: z.string().min(1).max(256).optional().describe('For books and albums, from a search.'),
  book_format: z.enum(['ebook', 'audiobook', 'both']).optional().describe('Both if left out.'),
  search_term: z.string().max(512).optional().describe('For books: the search_term of the search.'),
  season_scope: SeasonScope.optional().describe('For shows: instead of single seasons.'),
  seasons: z.array(z.int().min(1)).min(1).max(200).optional().describe('For shows: season numbers.'),
  quality_profile_id: z.int().min(0).optional().describe('Only one that get_request_options lists.'),
  catalog_ref: z.object({ provider: z.string(), id: z.string() }).optional(),
  ...RETIRED_BOOK_FIELDS,
})
export type SelectionInput = z.output<typeof SelectionInput>
