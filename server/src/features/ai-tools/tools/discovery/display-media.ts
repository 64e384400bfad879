import { MediaType } from '@foyer/contract/instances/instance-types'
import { z } from 'zod'
import { mapConcurrently } from '#kit/map-concurrently.ts'
import { Refusal } from '#kit/refusal.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { defineTool, type ToolCall } from '../../define-tool.ts'
import { bookCard, Card, movieCard, musicCard, showCard, type Wanted } from './display-cards.ts'
import { assertNotRetired, RETIRED_BOOK_FIELDS } from './retired-catalog.ts'
import { TmdbId } from './search-inputs.ts'

const AT_ONCE = 4

const Item = z.object({
  media_type: MediaType,
  title: z.string().trim().min(1).max(300),
  tmdb_id: TmdbId.optional().describe('For movies and shows, from a search.'),
  foreign_id: z.string().min(1).max(256).optional().describe('For books and albums, from a search.'),
  year: z.int().optional(),
  instance_id: z.string().min(1).optional().describe('For books and music: the library of the search.'),
  catalog_ref: z.object({ provider: z.string(), id: z.string() }).optional().describe('Retired for books.'),
  ...RETIRED_BOOK_FIELDS,
})

const REASONS = ['not_found', 'no_access', 'unknown'] as const
type Reason = (typeof REASONS)[number]

export const displayMedia = defineTool({
  name: 'display_media',
  title: 'Show titles',
  description:
    'Shows up to ten titles to the person as cards with picture, year, rating and plot. Call it with the ids of a ' +
    'search when you recommend titles. Titles under not_shown could not be shown: do not describe them as available.',
  permission: 'media:discover',
  hint: 'read',
  input: z.object({ items: z.array(Item).min(1).max(10) }),
  output: z.object({
    items: z.array(Card),
    not_shown: z.array(
      z.object({
        media_type: MediaType,
        /** As it was asked for. */
        title: z.string(),
        /** `unknown`: a service did not answer, so nothing is known about the title. */
        reason: z.enum(REASONS),
      }),
    ),
  }),
  async run({ items }, { call }) {
    for (const item of items) assertNotRetired(item)
    const found = await mapConcurrently(items, AT_ONCE, item => cardOrReason(call, item))
    return {
      items: found.filter(one => typeof one !== 'string'),
      not_shown: items.flatMap(({ media_type, title }, at) => {
        const reason = found[at]
        return typeof reason === 'string' ? [{ media_type, title, reason }] : []
      }),
    }
  },
})

const CARDS = { movie: movieCard, tv: showCard, book: bookCard, music: musicCard }

async function cardOrReason(
  call: ToolCall['call'],
  item: Wanted & { media_type: MediaType },
): Promise<Card | Reason> {
  try {
    return (await CARDS[item.media_type](call, item)) ?? 'not_found'
  } catch (error) {
    const reason = reasonOf(error)
    if (reason) return reason
    throw error
  }
}

/** One title that cannot be shown does not hide the others. */
function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof UpstreamFault || error instanceof StorageFault) return 'unknown'
  if (!(error instanceof Refusal)) return undefined
  // An id of the wrong form belongs to no title.
  if (error.code === 'not_found' || error.code === 'validation') return 'not_found'
  if (/^(no_grant|instance_forbidden|no_instance|instance_not_found)$/.test(error.code)) return 'no_access'
  return error.status >= 500 && error.code !== 'internal' ? 'unknown' : undefined
}
