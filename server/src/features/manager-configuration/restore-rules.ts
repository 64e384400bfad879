import type { NotRestorableReason, SettingsChange } from '@foyer/contract/tool-access/settings-changes'
import type { ProfileSettings } from '#ports/manager-configuration.ts'

type Kind = Pick<SettingsChange, 'resource_type' | 'operation' | 'status'>

/**
 * Why this change cannot be restored, by what is saved alone; null when it can (2:4.8). `restores` are the statuses of
 * its restores: only a definitely failed one may be tried again.
 */
export function blockedBy(
  change: Kind,
  restores: readonly SettingsChange['status'][],
): NotRestorableReason | null {
  if (change.resource_type !== 'quality_profile' || change.operation !== 'update') return 'unsupported'
  if (change.status === 'executing') return 'executing'
  if (change.status === 'outcome_unknown') return 'outcome_unknown'
  if (change.status === 'failed') return 'unsupported'
  if (restores.includes('applied')) return 'consumed'
  if (restores.includes('executing')) return 'executing'
  if (restores.includes('outcome_unknown')) return 'outcome_unknown'
  return null
}

/** C55: whether everything that the older profile names is still there: its qualities and exactly its custom formats. */
export function hasItsDependencies(
  older: ProfileSettings,
  now: { profile: ProfileSettings; formats: readonly { id: number | null; name: string }[] },
): boolean {
  const formats = new Map(now.formats.map(format => [format.id, format.name]))
  const qualities = new Map(now.profile.qualities.map(quality => [quality.id, quality]))
  const scored = new Set(now.profile.format_scores.map(one => one.format_id))
  // The manager refuses a profile that lacks one of its formats or has another one (servarr-common.md, 7).
  const hasFormats =
    older.format_scores.length === scored.size &&
    older.format_scores.every(
      ({ format_id, name }) => scored.has(format_id) && formats.get(format_id) === name,
    )
  const hasQualities = older.qualities.every(({ id, name }) => qualities.get(id)?.name === name)
  return hasFormats && hasQualities && qualities.get(older.cutoff_id)?.allowed === true
}

/** 2/4.8: how the recorded value is to be read. */
export function recordedLabel(status: SettingsChange['status']): 'applied' | 'attempted' | 'intended' {
  if (status === 'applied') return 'applied'
  return status === 'executing' ? 'intended' : 'attempted'
}
