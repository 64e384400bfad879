import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { libraryOf, presentLibraries } from './library-results.ts'

const MAX_FILES = 60

const File = z.object({
  file_id: z.int(),
  path: z.string(),
  season_number: z.int().optional(),
  episode_numbers: z.array(z.int()).optional(),
  size_bytes: z.number(),
  added_at: z.string().nullable(),
  quality: z.string().nullable(),
  formats: z.array(z.string()),
  format_score: z.number().nullable(),
  languages: z.array(z.string()),
  release_group: z.string().nullable(),
  below_cutoff: z.boolean(),
  video: z
    .object({
      codec: z.string().optional(),
      resolution: z.string().optional(),
      bit_depth: z.number().optional(),
      dynamic_range: z.string().optional(),
      runtime: z.string().optional(),
    })
    .nullable(),
  audio: z
    .object({
      codec: z.string().optional(),
      channels: z.number().optional(),
      languages: z.string().optional(),
      bit_rate: z.string().optional(),
      sample_rate: z.string().optional(),
    })
    .nullable(),
  subtitles: z.string().nullable(),
})

export const getMediaFileDetails = defineTool({
  name: 'get_media_file_details',
  title: 'Show the files of a title',
  description:
    'Shows the files that the libraries have of a movie or show: quality, custom formats and their score, languages, size, picture, sound and subtitles. ' +
    'Paths are relative to the folder of the library. Use it for complaints about quality, language or a wrong file. ' +
    'For a show name a season_number, by the metadata provider, when there are many episodes. found false means that the library does not have the title.',
  permission: 'library:read',
  hint: 'read',
  input: z.object({
    media_type: z.enum(['movie', 'tv']),
    tmdb_id: z.int().positive(),
    season_number: z.int().min(0).max(1000).optional(),
  }),
  output: z.object({ libraries: z.array(libraryOf(File)) }),
  async run(input, { caller, operations, signal }) {
    const answers = await operations.reads.files({ ...input, caller, signal })
    return presentLibraries(answers, MAX_FILES, ({ found, files }) => ({ found, items: files }))
  },
})
