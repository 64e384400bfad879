import type { AiProvider } from '@foyer/contract/assistant/ai-providers'
import type { RemediationChoices, RemediationSettings } from '@foyer/contract/remediation/remediation'
import type { SavedRemediation } from '#features/remediation-settings/index.ts'

export type SettingsChange = { [field in keyof RemediationChoices]?: RemediationChoices[field] | undefined }

/** 2:4.7.2: a model that has to answer before the change is saved; null: nothing to test. */
export function modelToTest({ model_override }: SettingsChange): string | null {
  return model_override ? model_override : null
}

/** The settings after the change. `tested_with` is the provider that a new model answered from. */
export function applySettings(
  saved: SavedRemediation,
  change: SettingsChange,
  tested_with: AiProvider | null,
): SavedRemediation {
  const named = Object.entries(change).filter(([, value]) => value !== undefined)
  const next: SavedRemediation = { ...saved, ...Object.fromEntries(named) }
  if (change.model_override !== undefined) next.model_override_provider = tested_with
  // Turning it on again resets the count of fruitless runs.
  if (next.auto_dispatch && !saved.auto_dispatch) next.giveups_in_a_row = 0
  return next
}

export function presentSettings(saved: SavedRemediation): RemediationSettings {
  const { giveups_in_a_row: _, model_override_provider, ...choices } = saved
  return { ...choices, model_override_provider: model_override_provider ?? '' }
}
