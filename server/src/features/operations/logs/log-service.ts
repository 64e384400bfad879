import { LogLevelName, type LogLevelState } from '@foyer/contract/operations/logs'
import type { Broadcast, BroadcastMessage } from '#db/broadcast-channel.ts'
import { type Clock, iso, type Stop } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import type { Log, LogControl } from '#kit/log.ts'
import { chooseLines, type LineFilter } from './log-rules.ts'

const SET_LEVEL = 'log-level'
const HOUR_MS = 3_600_000

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

  /** Every process receives it, this one too; without the channel at least this one has changed. */
  async function setLevel(level: LogLevelName): Promise<LogLevelState> {
    apply(level)
    log.warn({ log_level: level }, 'the log level was changed by an admin')
    await broadcast.send(null, { kind: SET_LEVEL, level })
    return state()
  }

  function receive({ level }: BroadcastMessage): void {
    const parsed = LogLevelName.safeParse(level)
    if (parsed.success && parsed.data !== log_control.level()) apply(parsed.data)
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
    resetLevel: () => setLevel(configured),
  }
}

export type LogOperations = ReturnType<typeof createLogOperations>
