import { AiProvider } from '@foyer/contract/assistant/ai-providers'
import { RemediationChoices } from '@foyer/contract/remediation/remediation'
import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

/** What is stored of it; the rest of the answer is derived. */
export const SavedRemediation = RemediationChoices.extend({
  /** The provider that the model was tested with; null without one (2:4.7.2). */
  model_override_provider: AiProvider.nullable(),
  /** Runs in a row that ended without a result; a success starts again (circuit breaker). */
  giveups_in_a_row: z.int(),
})
export type SavedRemediation = z.infer<typeof SavedRemediation>

export const remediation = defineSetting({
  key: 'remediation',
  schema: SavedRemediation,
  default: {
    enabled: false,
    auto_dispatch: false,
    allow_reporting: true,
    mark_resolved_as_read: true,
    mode: 'supervised',
    model_override: '',
    model_override_provider: null,
    max_steps: 12,
    max_turn_tokens: 4096,
    max_wall_clock_secs: 300,
    daily_run_cap: 50,
    circuit_breaker_giveups: 5,
    max_user_wait_hours: 72,
    observation_min_minutes: 10,
    observation_quiet_minutes: 5,
    observation_settle_minutes: 2,
    giveups_in_a_row: 0,
  },
})
