import { getBookStatus } from '@foyer/contract/book-status'
import { MediaType } from '@foyer/contract/instances/instance-types'
import { getMusicStatus } from '@foyer/contract/music-library'
import { getDeliveryStatus } from '@foyer/contract/requests/requests'
import { getTitleStatus, type StatusResponse } from '@foyer/contract/title-statuses'
import { z } from 'zod'
import { defineTool, type ToolCall } from '../../define-tool.ts'
import { ToolRefusal } from '../../tool-errors.ts'
import { InstanceId, TmdbId } from '../discovery/search-inputs.ts'
import { Delivery, presentDelivery, requestWords, STATUS_UNKNOWN, statusWords } from './request-words.ts'

const Input = z.object({
  media_type: MediaType.optional(),
  tmdb_id: TmdbId.optional().describe('For movies and shows.'),
  foreign_id: z.string().min(1).max(256).optional().describe('For books and albums.'),
  request_id: z.int().positive().optional().describe('A saved request, read without asking the library.'),
  instance_id: InstanceId,
})
type Input = z.output<typeof Input>

const Output = z.object({
  media_type: MediaType.optional(),
  title: z.string().optional(),
  title_unverified: z.literal(true).optional(),
  request_id: z.int().optional(),
  status: z.string(),
  /** False: the library could not be read, or was not asked. The status is then only what is saved. */
  status_known: z.boolean(),
  status_unknown_reason: z.string().optional(),
  /** Whether the library was asked. */
  live: z.boolean(),
  /** 0 to 100. */
  progress: z.number().optional(),
  instance_id: z.string().optional(),
  seasons: z.array(z.object({ season_number: z.int(), status: z.string(), progress: z.number() })).optional(),
  /** Of a saved request. */
  requested_seasons: z.array(z.int()).optional(),
  book_formats: z.object({ ebook: z.string(), audiobook: z.string() }).optional(),
  delivery: z.array(Delivery),
  /** In words, to pass on to the person. */
  message: z.string(),
})
type Output = z.input<typeof Output>

export const checkRequestStatus = defineTool({
  name: 'check_request_status',
  title: 'Check a title or request',
  description:
    'Whether a movie, show, book or album is in the library, being downloaded or requested. Give media_type with ' +
    'tmdb_id (movies, shows) or foreign_id (books, albums). Or give request_id to read a saved request. When ' +
    'status_known is false, nothing is known about the library: do not say that the title is missing.',
  permission: 'media:request',
  hint: 'read',
  input: Input,
  output: Output,
  async run(input, { call }) {
    return input.request_id === undefined ? liveStatus(input, call) : savedStatus(input.request_id, call)
  },
})

async function savedStatus(request_id: number, call: ToolCall['call']): Promise<Output> {
  const query = { request_id: String(request_id), include_live: 'false' }
  const { seasons, ...saved } = await call(getDeliveryStatus, { query })
  return {
    ...saved,
    requested_seasons: seasons,
    live: false,
    delivery: saved.delivery.map(presentDelivery),
    message: requestWords(saved),
  }
}

async function liveStatus(input: Input, call: ToolCall['call']): Promise<Output> {
  const status = await readStatus(input, call)
  return {
    ...status,
    media_type: input.media_type,
    live: true,
    delivery: (status.delivery ?? []).map(presentDelivery),
    message: status.status_known ? `Now: ${statusWords(status.status)}.` : STATUS_UNKNOWN,
  }
}

async function readStatus(input: Input, call: ToolCall['call']): Promise<StatusResponse> {
  const { media_type, tmdb_id, foreign_id, instance_id } = input
  const instance = instance_id === undefined ? {} : { instance_id }
  if (media_type === 'movie' || media_type === 'tv') {
    if (tmdb_id === undefined) throw new ToolRefusal('validation', 'tmdb_id: Get it from a search first.')
    return call(getTitleStatus, { params: { tmdb_id: String(tmdb_id) }, query: { media_type, ...instance } })
  }
  if (media_type === undefined)
    throw new ToolRefusal('validation', 'Give request_id, or media_type with tmdb_id or foreign_id.')
  if (foreign_id === undefined) throw new ToolRefusal('validation', 'foreign_id: Get it from a search first.')
  const query = { foreign_id, ...instance }
  return media_type === 'book' ? call(getBookStatus, { query }) : call(getMusicStatus, { query })
}
