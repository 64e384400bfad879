import { LogLevelName, type LogLevelState } from '@foyer/contract/operations/logs'
import type { Broadcast, BroadcastMessage } from '#db/broadcast-channel.ts'
import { type Clock, iso, type Stop } from '#kit/clock.ts'
import { HOUR_MS } from '#kit/durations.ts'
import { newId } from '#kit/ids.ts'
import type { Log, LogControl } from '#kit/log.ts'
import { chooseLines, type LineFilter } from './log-rules.ts'

const SET_LEVEL = 'log-level'

export interface LogParts {
  clock: Clock
  log: Log
  log_control: LogControl
  broadcast: Broadcast
}

/** The log of this process, and its level, which can differ from the configured one for an hour. */
export function createLogOperations({ clock, log, log_control, broadcast }: LogParts) {
  const { recent } = log_control
  const configured = log_control.level()
  const log_id = newId('log')
  const stops: Stop[] = []
  let ending: { until: Date; stop: Stop } | null = null

  function state(): LogLevelState {
    return { level: log_control.level(), configured, until: ending && iso(ending.until) }
  }

  function apply(level: LogLevelName): void {
    ending?.stop()
    ending = null
    log_control.setLevel(level)
    if (level === configured) return
    const until = new Date(clock.now().getTime() + HOUR_MS)
    ending = { until, stop: clock.after(HOUR_MS, () => apply(configured)) }
  }

  /**
   * Sets the level here at once, and in every other process by broadcast. Null: each returns to its own configured
   * level.
   */
  async function setLevel(level: LogLevelName | null): Promise<LogLevelState> {
    apply(level ?? configured)
    log.warn({ log_level: log_control.level() }, 'the log level was changed by an admin')
    await broadcast.send(null, { kind: SET_LEVEL, level, from: log_id })
    return state()
  }

  function receive({ level, from }: BroadcastMessage): void {
    // A process ignores its own message, which may arrive after the next change.
    if (from === log_id) return
    const parsed = LogLevelName.nullable().safeParse(level)
    if (parsed.success) apply(parsed.data ?? configured)
  }

  return {
    start: (): void => void stops.push(broadcast.on(SET_LEVEL, receive)),
    close(): void {
      for (const stop of stops.splice(0)) stop()
      ending?.stop()
    },
    read: (filter: LineFilter) => {
      const written = recent.lines()
      return {
        ...state(),
        lines: chooseLines(written, filter),
        last_id: recent.last_id(),
        first_id: written[0]?.id ?? recent.last_id() + 1,
        log_id,
      }
    },
    setLevel,
    resetLevel: () => setLevel(null),
  }
}

export type LogOperations = ReturnType<typeof createLogOperations>
