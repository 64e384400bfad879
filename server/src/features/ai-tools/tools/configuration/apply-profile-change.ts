import { z } from 'zod'
import type { ProfilePreview } from '#features/manager-configuration/index.ts'
import { Refusal } from '#kit/refusal.ts'
import { defineTool } from '../../define-tool.ts'
import { ChangeResult, changeResult, sourceOf } from './change-result.ts'
import { ManagerOutput } from './manager-input.ts'

export const applyProfileChange = defineTool({
  name: 'apply_profile_change',
  title: 'Apply a prepared change of a quality profile',
  description:
    'Applies a change that preview_profile_change prepared in this turn. Call it only after the person agreed to the ' +
    'differences. The reference works once. If the profile changed in the meantime, prepare the change again.',
  permission: 'instances:manage',
  hint: 'destructive',
  sources: ['chat'],
  input: z.strictObject({ change_reference: z.string().min(1).max(128) }),
  output: z.object({ ...ManagerOutput, ...ChangeResult }),
  async run({ change_reference }, { caller, source, configuration, previews }) {
    const preview = previews?.get(change_reference)
    if (!preview) {
      const error = 'This reference was used already or is from an earlier turn. Prepare the change again.'
      throw new Refusal('not_found', { error })
    }
    // Used from now on, whatever comes of it.
    previews?.delete(change_reference)
    // Only preview_profile_change puts anything there.
    const change = await configuration.applyProfile(caller, sourceOf(source), preview as ProfilePreview)
    const { instance_id, instance_name } = change
    return { instance_id, instance_name, ...changeResult(change) }
  },
})
