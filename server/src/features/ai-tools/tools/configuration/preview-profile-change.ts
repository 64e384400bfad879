import { z } from 'zod'
import { newId } from '#kit/ids.ts'
import { defineTool } from '../../define-tool.ts'
import { fitRows } from '../fit-result.ts'
import { ManagerInput, ManagerOutput } from './manager-input.ts'

/** Scores are 32-bit numbers in the managers. */
const Score = z.int().min(-2_147_483_648).max(2_147_483_647)

const Changes = z
  .strictObject({
    upgrade_allowed: z.boolean().optional(),
    quality_cutoff_id: z
      .int()
      .optional()
      .describe('The id of an allowed quality or group of this profile: upgrades end there.'),
    min_format_score: Score.optional(),
    cutoff_format_score: Score.optional(),
    min_upgrade_format_score: z.int().min(1).max(2_147_483_647).optional(),
    custom_format_scores: z
      .array(z.strictObject({ format_id: z.int().positive(), score: Score }))
      .max(1000)
      .optional()
      .describe('Only the scores to change.'),
    language: z.string().min(1).max(64).optional().describe('By name, such as English or Original.'),
  })
  .refine(changes => Object.values(changes).some(value => value !== undefined), 'Name at least one change.')

const ChangedSetting = z.object({ key: z.string(), label: z.string(), before: z.json(), after: z.json() })

export const previewProfileChange = defineTool({
  name: 'preview_profile_change',
  title: 'Prepare a change of a quality profile',
  description:
    'Checks a change of a quality profile against the profile as it is now and shows what would differ. Nothing is ' +
    'changed by it. In the chat it returns a change_reference: show the differences to the person, and only when ' +
    'they agree call apply_profile_change with it. Tool clients get a proposal instead, which an admin approves or ' +
    'rejects in Foyer within 7 days; a newer proposal for the same profile replaces it. Do not repeat it.',
  permission: 'instances:manage',
  hint: 'write',
  input: z.strictObject({ ...ManagerInput, profile_id: z.int().positive(), changes: Changes }),
  output: z.object({
    ...ManagerOutput,
    profile_id: z.int(),
    profile_name: z.string(),
    changes: z.array(ChangedSetting),
    changes_total: z.int(),
    /** `proposed`: an admin decides. `ready`: apply_profile_change applies it. */
    status: z.enum(['proposed', 'ready']),
    proposal_id: z.int().optional(),
    expires_at: z.string().optional(),
    change_reference: z.string().optional(),
    message: z.string(),
  }),
  async run({ profile_id, changes: requested, ...choice }, call) {
    const { caller, source, client_name, configuration, previews, signal } = call
    const preview = await configuration.previewProfile(caller, { ...choice, profile_id, requested, signal })
    const { instance_id, instance_name, profile_name } = preview
    const { rows: changes } = fitRows(preview.changes, 20 * 1024)
    const changes_total = preview.changes.length
    const shown = { instance_id, instance_name, profile_id, profile_name, changes, changes_total }
    if (source === 'chat' && previews) {
      const change_reference = newId('change')
      previews.set(change_reference, preview)
      return {
        ...shown,
        status: 'ready' as const,
        change_reference,
        message: 'Nothing is changed yet. If the person agrees, call apply_profile_change in this turn.',
      }
    }
    const { id, expires_at } = await configuration.proposeProfile(caller, client_name, preview)
    return {
      ...shown,
      status: 'proposed' as const,
      proposal_id: id,
      expires_at,
      message: 'Nothing is changed yet. An admin has to approve the proposal in Foyer.',
    }
  },
})
