import type { CURRENT_STATES, SettingsChange } from '@foyer/contract/tool-access/settings-changes'
import type { Json } from '#ports/manager-configuration.ts'
import { isSameShown } from './custom-format-rules.ts'

type CurrentState = (typeof CURRENT_STATES)[number]

/** How a setting is now, compared with what was recorded. One without a value counts as null. */
export function currentState(
  resource_type: SettingsChange['resource_type'],
  { before, after }: { before: Json; after: Json },
  current: Json,
): CurrentState {
  const isCurrent = (recorded: Json) =>
    resource_type === 'custom_format' ? isSameShown(recorded, current) : recorded === current
  if (isCurrent(after)) return 'as_recorded'
  if (isCurrent(before)) return 'as_before'
  return current === null ? 'missing' : 'different'
}
