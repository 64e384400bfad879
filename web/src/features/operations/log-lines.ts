import type { LogLevelState, LogLine } from '@foyer/contract/operations/logs'

/** One answer of the server. */
export interface LogPage extends LogLevelState {
  lines: readonly LogLine[]
  last_id: number
  /** The oldest line that the server still has. */
  first_id: number
  log_id: string
  /** As many lines as one answer can have, so that there may be more. */
  is_full: boolean
}

/** The lines on the page, oldest first, and what is known about the others. */
export interface LogView extends LogLevelState {
  lines: readonly LogLine[]
  log_id: string
  /** Everything up to this line was read. */
  followed_id: number
  /** Lines that are older than the first one may exist. */
  has_older: boolean
}

/** The server keeps no more than this. */
const MOST = 2_000

/** Adds the lines written since; without a view, begins one. */
export function withNewer(view: LogView | undefined, page: LogPage): LogView {
  const { lines, last_id, log_id, is_full, level, configured, until } = page
  const all = [...(view?.lines ?? []), ...lines]
  return {
    level,
    configured,
    until,
    log_id,
    lines: all.slice(-MOST),
    // The newest lines come first to an empty view, the next ones to one that follows.
    followed_id: view && is_full ? (lines.at(-1)?.id ?? last_id) : last_id,
    has_older: all.length > MOST ? false : (view?.has_older ?? is_full),
  }
}

export function withOlder(view: LogView, { lines, log_id, is_full }: LogPage): LogView {
  if (log_id !== view.log_id) return { ...view, has_older: false }
  return { ...view, lines: [...lines, ...view.lines], has_older: is_full }
}
