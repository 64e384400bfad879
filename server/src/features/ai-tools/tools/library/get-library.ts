import { type MediaType as Media, MediaType } from '@foyer/contract/instances/instance-types'
import { z } from 'zod'
import { LIBRARY_FILTERS } from '#features/library-operations/index.ts'
import { Refusal } from '#kit/refusal.ts'
import { defineTool } from '../../define-tool.ts'
import { libraryOf, presentLibraries, TitleFields } from './library-results.ts'

const MAX_TITLES = 100

const Title = z.object({
  ...TitleFields,
  monitored: z.boolean(),
  file_count: z.int(),
  wanted_count: z.int(),
  size_bytes: z.number().optional(),
})

const RecordId = z.int().positive().optional()
/** Which records belong to which media type. */
const RECORDS: Record<'author_id' | 'book_id' | 'artist_id' | 'album_id', Media> = {
  author_id: 'book',
  book_id: 'book',
  artist_id: 'music',
  album_id: 'music',
}

export const getLibrary = defineTool({
  name: 'get_library',
  title: 'List what is in the libraries',
  description:
    'Lists titles of the libraries of one media type with how many files are there and how many there should be: movies, series, books or albums. ' +
    'filter "missing" shows what is monitored and out but has no file; "unmonitored" what is left alone. query searches titles, authors and artists. ' +
    'author_id and book_id narrow books, artist_id and album_id music; these ids come from earlier rows. ' +
    'When truncated is true, narrow the list with query.',
  permission: 'library:read',
  hint: 'read',
  input: z.object({
    media_type: MediaType,
    filter: z.enum(LIBRARY_FILTERS).default('all'),
    query: z.string().trim().max(200).optional(),
    author_id: RecordId,
    book_id: RecordId,
    artist_id: RecordId,
    album_id: RecordId,
  }),
  output: z.object({ libraries: z.array(libraryOf(Title)) }),
  async run({ media_type, filter, query, ...of }, { caller, operations, signal }) {
    for (const [name, belongs_to] of Object.entries(RECORDS)) {
      const isGiven = of[name as keyof typeof RECORDS] !== undefined
      if (isGiven && belongs_to !== media_type)
        throw new Refusal('validation', {
          fields: { [name]: `This is only for media_type "${belongs_to}".` },
        })
    }
    const scope = { caller, media_type, signal, filter, query, of }
    return presentLibraries(await operations.reads.titles(scope), MAX_TITLES, ({ titles, total }) => ({
      total,
      items: titles.map(({ airs_at: _airs, ...title }) => title),
    }))
  },
})
