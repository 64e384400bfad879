import { MediaType } from '@foyer/contract/instances/instance-types'
import { z } from 'zod'
import type { LibraryAnswer } from '#features/library-operations/index.ts'
import { LIST_BYTES } from '../fit-result.ts'

export const InstanceId = z
  .string()
  .min(1)
  .max(64)
  .describe('The id of one library, from list_library_instances. All libraries when omitted.')

/** The title that a row is about; null when the library does not know it. */
export const TitleFields = {
  title: z.string().nullable(),
  year: z.int().optional(),
  tmdb_id: z.int().optional(),
  tvdb_id: z.int().optional(),
  foreign_id: z.string().optional(),
  season_number: z.int().optional(),
  episode_number: z.int().optional(),
  episode_title: z.string().optional(),
  author: z.string().optional(),
  author_id: z.int().optional(),
  book_id: z.int().optional(),
  format: z.enum(['ebook', 'audiobook']).optional(),
  artist: z.string().optional(),
  artist_id: z.int().optional(),
  album_id: z.int().optional(),
}

/** One library: `status_known: false` with a sentence when it could not be read, otherwise its rows. */
export function libraryOf<I extends z.ZodType>(item: I) {
  return z.object({
    instance_id: z.string(),
    instance_name: z.string(),
    media_type: MediaType,
    status_known: z.boolean(),
    error: z.string().optional(),
    /** False: the library was read and does not have the title. */
    found: z.boolean().optional(),
    items: z.array(item).optional(),
    /** Of all rows, of which `items` are the first. */
    total: z.int().optional(),
    truncated: z.boolean().optional(),
  })
}

interface Rows<I> {
  items: I[]
  /** When there are more than `items`. */
  total?: number
}

type Presented<I, M> = {
  instance_id: string
  instance_name: string
  media_type: z.infer<typeof MediaType>
  status_known: boolean
  error?: string
  items?: I[]
  total?: number
  truncated?: boolean
} & Partial<M>

/** What the libraries answered, with lists short enough for one result (2/4.6). */
export function presentLibraries<T extends object, I, M extends object = object>(
  answers: readonly LibraryAnswer<T>[],
  max_items: number,
  rowsOf: (answer: T) => Rows<I> & M,
): { libraries: Presented<I, M>[] } {
  const libraries = answers.map((answer): Presented<I, M> => {
    const { instance_id, instance_name, media_type, status_known } = answer
    const head = { instance_id, instance_name, media_type, status_known }
    // Only the keys of `M` may be missing, and they are optional.
    if (!answer.status_known) return { ...head, error: answer.error } as Presented<I, M>
    const { items, total = items.length, ...more } = rowsOf(answer)
    return { ...head, ...more, items: items.slice(0, max_items), total } as unknown as Presented<I, M>
  })
  fitTogether(libraries)
  for (const library of libraries)
    if (library.items && library.items.length < (library.total ?? 0)) library.truncated = true
  return { libraries }
}

/** Shortens the longest list until all of them fit together, so that no library hides another. */
function fitTogether(lists: readonly { items?: unknown[] }[]): void {
  while (Buffer.byteLength(JSON.stringify(lists)) > LIST_BYTES) {
    const [longest] = lists.toSorted((a, b) => (b.items?.length ?? 0) - (a.items?.length ?? 0))
    if (!longest?.items || longest.items.length === 0) return
    longest.items = longest.items.slice(0, Math.floor(longest.items.length * 0.8))
  }
}
