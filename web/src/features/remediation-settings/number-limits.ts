import type { RemediationChoices } from '@foyer/contract/remediation/remediation'

export type NumberName = {
  [K in keyof RemediationChoices]: RemediationChoices[K] extends number ? K : never
}[keyof RemediationChoices]

/** 2/4.9: what the server accepts. */
export const RANGES: Readonly<Record<NumberName, readonly [least: number, most: number]>> = {
  max_steps: [1, 50],
  max_turn_tokens: [256, 32_768],
  max_wall_clock_secs: [30, 1800],
  daily_run_cap: [0, 1000],
  circuit_breaker_giveups: [1, 100],
  max_user_wait_hours: [1, 720],
  observation_min_minutes: [0, 1440],
  observation_quiet_minutes: [0, 360],
  observation_settle_minutes: [0, 60],
}

/** Undefined for anything that is not a whole number within its range. */
export function numberOf(name: NumberName, typed: string): number | undefined {
  const [least, most] = RANGES[name]
  const text = typed.trim()
  if (!/^\d{1,6}$/.test(text)) return undefined
  const value = Number(text)
  return value >= least && value <= most ? value : undefined
}
