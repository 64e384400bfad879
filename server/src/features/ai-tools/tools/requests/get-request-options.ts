import { getConfig } from '@foyer/contract/app-config'
import { MANAGER_OF, MediaType } from '@foyer/contract/instances/instance-types'
import { getOwnQuotas } from '@foyer/contract/request-quotas'
import { getRequestOptions as route } from '@foyer/contract/request-settings'
import { postRequestPreview } from '@foyer/contract/requests/request-preview'
import { z } from 'zod'
import { Refusal } from '#kit/refusal.ts'
import { defineTool, type ToolCall } from '../../define-tool.ts'
import { allowanceWords } from '../../quota-words.ts'
import { assertNotRetired } from '../discovery/retired-catalog.ts'
import { InstanceId } from '../discovery/search-inputs.ts'
import { SelectionInput } from './selection-input.ts'

/** More profiles than any library has. */
const MAX_PROFILES = 100

export const getRequestOptions = defineTool({
  name: 'get_request_options',
  title: 'Request options',
  description:
    'What this person may choose when they request something: seasons, quality, library; whether an admin must ' +
    'approve it; and what is left of their allowance. With preview (the selection that request_media would get) it ' +
    'says what the request would cost and whether it fits. Nothing is requested.',
  permission: 'media:request',
  hint: 'read',
  input: z.object({
    media_type: MediaType,
    instance_id: InstanceId,
    preview: z
      .union([SelectionInput, z.boolean()])
      .optional()
      .describe('The selection, as request_media takes it.'),
  }),
  output: z.object({
    requires_approval: z.boolean(),
    can_choose_season: z.boolean(),
    default_season_scope: z.string().optional(),
    can_choose_quality: z.boolean(),
    quality_profiles: z.array(z.object({ id: z.int(), name: z.string() })),
    /** False: the library could not be read, so that the empty list of profiles means nothing. */
    quality_profiles_known: z.boolean(),
    libraries: z.array(z.object({ instance_id: z.string(), name: z.string(), is_default: z.boolean() })),
    /** What is left, in words. */
    allowances: z.array(z.string()),
    preview: z
      .object({
        fits: z.boolean(),
        seasons: z.array(z.int()).optional(),
        earliest_fits_at: z.string().optional(),
        /** Waiting does not help: it is more than the allowance. */
        reduce_selection: z.boolean(),
      })
      .optional(),
  }),
  async run(input, { call }) {
    const { media_type } = input
    const preview = typeof input.preview === 'object' ? input.preview : undefined
    assertAgrees(input, preview)
    const instance_id = input.instance_id ?? preview?.instance_id
    const instance = instance_id === undefined ? {} : { instance_id }
    const selection = preview && { ...preview, media_type, ...instance }
    if (selection) assertNotRetired(selection)
    const tmdb_id = selection?.tmdb_id
    const options = await call(route, {
      query: { media_type, ...instance, ...(tmdb_id !== undefined && { tmdb_id: String(tmdb_id) }) },
    })
    const cost = selection && (await call(postRequestPreview, { body: selection }))
    const quotas = cost ?? (await call(getOwnQuotas, {}))
    return {
      ...options,
      ...(media_type !== 'tv' && { can_choose_season: false, default_season_scope: undefined }),
      quality_profiles: options.quality_profiles.slice(0, MAX_PROFILES),
      quality_profiles_known: options.quality_profiles_known ?? true,
      libraries: await librariesOf(call, media_type),
      allowances: quotas.exempt
        ? ['There is no limit for this person.']
        : quotas.allowances.filter(one => one.media_type === media_type).map(allowanceWords),
      preview: cost,
    }
  },
})

/** What a preview names again must be the same: otherwise it would be unclear what the answer is about. */
function assertAgrees(
  input: Pick<SelectionInput, 'media_type' | 'instance_id'>,
  preview: SelectionInput | undefined,
): void {
  for (const field of ['media_type', 'instance_id'] as const) {
    const [given, again] = [input[field], preview?.[field]]
    if (given !== undefined && again !== undefined && given !== again)
      throw new Refusal('validation', {
        fields: { [`preview.${field}`]: `Use the same ${field} as outside.` },
      })
  }
}

/** The libraries of this kind that the caller may use. */
export async function librariesOf(call: ToolCall['call'], media_type: MediaType) {
  const { instances } = await call(getConfig, {})
  return instances
    .filter(({ service_type }) => service_type === MANAGER_OF[media_type])
    .map(({ id, name, is_default }) => ({ instance_id: id, name, is_default }))
}
