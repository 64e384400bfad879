import type { ToolDebug } from '@foyer/contract/tool-access/ai-tools'
import type { Database, Tx } from '#db/database.ts'
import type { Clock } from '#kit/clock.ts'
import { iso } from '#kit/clock.ts'
import { HOUR_MS } from '#kit/durations.ts'
import type { Settings } from '#settings/settings.ts'
import { aiToolDebug, aiTools } from './tool-settings.ts'

/** Which tools are on, and until when calls are logged. */
export interface SwitchState {
  disabled: ReadonlySet<string>
  /** Milliseconds; null when nothing is logged. */
  debug_until_ms: number | null
}

/** Saved, and the same on every process (2:4.8). */
export interface ToolSwitches {
  /** As saved now, so that a change holds for the very next call. */
  read(): SwitchState | Promise<SwitchState>
  setEnabled(name: string, enabled: boolean): Promise<void>
  debug(): Promise<ToolDebug>
  setDebug(change: { enabled: boolean; hours: number }): Promise<ToolDebug>
}

export function createToolSwitches(deps: {
  database: Database
  settings: Settings
  clock: Clock
  /** Reports in the same transaction that the list of tools changes. */
  changed(tx: Tx): Promise<void>
}): ToolSwitches {
  const { database, settings, clock } = deps
  let kept: { commits: number; state: SwitchState } | undefined

  async function readNow(): Promise<SwitchState> {
    // Read before the settings: a commit in the meantime makes the next call read again.
    const commits = database.commits()
    const { disabled } = await settings.read(database.read, aiTools)
    const { until } = await settings.read(database.read, aiToolDebug)
    const state = { disabled: new Set(disabled), debug_until_ms: until === null ? null : Date.parse(until) }
    if (commits !== null) kept = { commits, state }
    return state
  }

  function debugOf({ debug_until_ms }: Pick<SwitchState, 'debug_until_ms'>): ToolDebug {
    const remaining_ms = debug_until_ms === null ? 0 : debug_until_ms - clock.now().getTime()
    if (debug_until_ms === null || remaining_ms <= 0) return { enabled: false, remaining_seconds: 0 }
    return {
      enabled: true,
      enabled_until: iso(new Date(debug_until_ms)),
      remaining_seconds: Math.ceil(remaining_ms / 1000),
    }
  }

  const read = () => (kept !== undefined && kept.commits === database.commits() ? kept.state : readNow())

  return {
    read,

    setEnabled: (name, enabled) =>
      settings.lock(async tx => {
        const { disabled } = await settings.read(tx, aiTools)
        if (disabled.includes(name) !== enabled) return
        const others = disabled.filter(other => other !== name)
        await settings.update(tx, aiTools, { disabled: enabled ? others : [...others, name] })
        await deps.changed(tx)
      }),

    debug: async () => debugOf(await read()),

    setDebug: ({ enabled, hours }) =>
      settings.lock(async tx => {
        const until_ms = enabled ? clock.now().getTime() + hours * HOUR_MS : null
        await settings.update(tx, aiToolDebug, { until: until_ms === null ? null : iso(new Date(until_ms)) })
        return debugOf({ debug_until_ms: until_ms })
      }),
  }
}

export function isDebugging({ debug_until_ms }: SwitchState, now: Date): boolean {
  return debug_until_ms !== null && now.getTime() < debug_until_ms
}
