import { z } from 'zod'
import { MusicItem } from './discover-music.ts'
import { ScreenItem } from './discover-screen/screen-items.ts'
import { defineRoute } from './route.ts'

/** C61: the sources of a search, in the order of an answer unless the caller names another. */
export const SEARCH_TYPES = ['movie', 'tv', 'person', 'book', 'music'] as const
export type SearchType = (typeof SEARCH_TYPES)[number]

const DEFAULT_LIMIT = 8
const MAX_LIMIT = 20

const SearchTypes = z
  .string()
  .default('')
  .transform(text => (text === '' ? SEARCH_TYPES : [...new Set(text.split(','))]))
  .pipe(z.array(z.enum(SEARCH_TYPES)))
  .meta({ description: 'Comma-separated; all five by default' })

const SearchLimit = z
  .string()
  .regex(/^\d{1,3}$/, `Use a whole number from 1 to ${MAX_LIMIT}.`)
  .default(String(DEFAULT_LIMIT))
  .transform(Number)
  .pipe(z.int().min(1).max(MAX_LIMIT))

/** The fields of every group. `reason`: the code of a refusal, `timeout`, or `no_grant`. */
const group = {
  /** The source has further results. */
  more: z.boolean(),
  /** False: the source could not be read, so nothing is known about it. */
  status_known: z.boolean(),
  reason: z.string().optional(),
}

export const SearchGroup = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['movie', 'tv', 'person']), items: z.array(ScreenItem), ...group }),
  /** The library manager's own rows, under its own names. */
  z.object({ type: z.literal('book'), items: z.array(z.looseObject({})), ...group }),
  z.object({ type: z.literal('music'), items: z.array(MusicItem), ...group }),
])
export type SearchGroup = z.infer<typeof SearchGroup>

export const SearchAnswer = z.object({ groups: z.array(SearchGroup) })
export type SearchAnswer = z.infer<typeof SearchAnswer>

export const searchAll = defineRoute({
  method: 'GET',
  path: '/api/search/all',
  access: 'user',
  permission: 'media:discover',
  spec: '0.8 C61',
  kind: 'verbatim',
  summary: 'Movies, shows, people, books and albums by name, each from its own source',
  query: z.object({
    query: z.string().trim().min(1).max(300),
    types: SearchTypes,
    limit: SearchLimit,
  }),
  response: SearchAnswer,
})
