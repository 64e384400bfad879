import { getTv } from '@foyer/contract/discover-screen/media-details'
import type { MediaType } from '@foyer/contract/instances/instance-types'
import { postDeliveryAction, postRequest, type RequestResponse } from '@foyer/contract/requests/requests'
import { z } from 'zod'
import { Refusal } from '#kit/refusal.ts'
import { defineTool, type ToolCall } from '../../define-tool.ts'
import { ToolRefusal } from '../../tool-errors.ts'
import { assertNotRetired, catalogRetired } from '../discovery/retired-catalog.ts'
import { librariesOf } from './get-request-options.ts'
import { presentRequest, SavedRequest } from './request-words.ts'
import { SelectionInput } from './selection-input.ts'

/** Strict: a misspelt season would request more than the person wants. */
const Input = SelectionInput.extend({
  request_id: z.int().positive().optional().describe('A saved request, together with action.'),
  action: z.enum(['retry', 'cancel', 'confirm']).optional().describe('"confirm" is retired.'),
  confirmation_id: z.string().optional().describe('Retired.'),
})
type Input = z.output<typeof Input>

export const requestMedia = defineTool({
  name: 'request_media',
  title: 'Request a title',
  description:
    'Requests a movie, show, book or album for this person. Search first and use the ids of the result; for a show ' +
    'ask which seasons, if get_request_options says that they may choose. Or give request_id and action to try a ' +
    'saved request again or to cancel it. Tell the person what message says: it may still wait for approval.',
  permission: 'media:request',
  hint: 'write',
  input: Input,
  output: SavedRequest,
  async run(input, { call }) {
    if (input.action === 'confirm' || input.confirmation_id !== undefined) throw catalogRetired()
    return presentRequest(await (input.request_id === undefined ? create(input, call) : act(input, call)))
  },
})

async function act(input: Input, call: ToolCall['call']): Promise<RequestResponse> {
  const { request_id, action, book_format } = input
  if (action === undefined) throw new ToolRefusal('validation', 'action: Use one of: retry, cancel.')
  return call(postDeliveryAction, {
    params: { id: String(request_id) },
    body: { action, ...(book_format && book_format !== 'both' && { book_format }) },
  })
}

async function create(input: Input, call: ToolCall['call']): Promise<RequestResponse> {
  const { media_type, action, request_id: _, confirmation_id: __, source, source_id, ...selection } = input
  if (action !== undefined) throw new ToolRefusal('validation', 'request_id: Name the request to act on.')
  if (media_type === undefined)
    throw new ToolRefusal('validation', 'media_type: Use one of: movie, tv, book, music.')
  assertNotRetired({ media_type, source, source_id, catalog_ref: selection.catalog_ref })
  try {
    return await call(postRequest, { body: { ...selection, media_type } })
  } catch (error) {
    throw await withChoices(error, { ...input, media_type }, call)
  }
}

/** A refusal that another choice would avoid, with the choices there are: what to ask the person. */
async function withChoices(
  error: unknown,
  { media_type, tmdb_id }: Input & { media_type: MediaType },
  call: ToolCall['call'],
): Promise<unknown> {
  if (!(error instanceof Refusal)) return error
  if (error.code === 'instance_forbidden' || error.code === 'instance_not_found') {
    const libraries = await librariesOf(call, media_type)
    const names = libraries.map(({ name, instance_id }) => `${name} (instance_id ${instance_id})`)
    const choice =
      names.length > 0 ? `Ask the person which to use: ${names.join(', ')}.` : 'There is no other.'
    return new ToolRefusal(error.code, `${error.message} ${choice}`)
  }
  const is_season = Object.keys(error.details.fields ?? {}).some(field => field.startsWith('seasons'))
  if (error.code === 'validation' && is_season && media_type === 'tv' && tmdb_id !== undefined) {
    const { seasons = [] } = await call(getTv, { params: { id: String(tmdb_id) } })
    const numbers = seasons.map(({ season_number }) => season_number).filter(number => number > 0)
    const sentence = `There is no such season. Ask the person which of these: ${numbers.join(', ')}.`
    return new ToolRefusal('validation', sentence)
  }
  return error
}
