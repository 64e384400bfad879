import {
  deleteLogLevel,
  getLogs,
  type LogLevelName,
  type LogLevelState,
  putLogLevel,
} from '@foyer/contract/operations/logs'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { type LogPage, type LogView, withNewer, withOlder } from './log-lines.ts'

const LOG = ['operations', 'log']
const LEVEL = ['operations', 'log-level']
const FOLLOW_MS = 2_000
/** As many as the server gives at once. */
const LIMIT = 500

export interface LogFilter {
  /** This level and worse; everything when absent. */
  level?: LogLevelName
  text?: string
}

function read(filter: LogFilter, place: { after?: string; before?: string }, signal?: AbortSignal) {
  const query = { ...filter, ...place, limit: String(LIMIT) }
  return call(getLogs, { query }, signal ? { signal } : {}).then(
    (answer): LogPage => ({ ...answer, is_full: answer.lines.length === LIMIT }),
  )
}

/** The lines that fit, oldest first; each further read adds those that were written since. */
export function logQuery(filter: LogFilter, is_live: boolean) {
  return queryOptions({
    queryKey: [...LOG, filter],
    queryFn: async ({ client, queryKey, signal }): Promise<LogView> => {
      const before = client.getQueryData<LogView>(queryKey)
      if (!before) return withNewer(undefined, await read(filter, {}, signal))
      const newer = await read(filter, { after: String(before.followed_id) }, signal)
      // Another process answered or the server was restarted, so that ids begin anew; or lines were lost meanwhile.
      const is_apart = newer.log_id !== before.log_id || newer.first_id > before.followed_id + 1
      return is_apart ? withNewer(undefined, await read(filter, {}, signal)) : withNewer(before, newer)
    },
    staleTime: 0,
    // What was shown stays while another filter is read.
    placeholderData: keepPreviousData,
    refetchInterval: is_live ? FOLLOW_MS : false,
    ...(!is_live && { refetchOnWindowFocus: false, refetchOnMount: false }),
  })
}

export function useOlderLines(filter: LogFilter) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (before: number) => read(filter, { before: String(before) }),
    onSuccess: older =>
      queries.setQueryData<LogView>([...LOG, filter], view => view && withOlder(view, older)),
  })
}

/** The level alone, for pages that show no lines. */
export function logLevelQuery() {
  return queryOptions({
    queryKey: LEVEL,
    queryFn: ({ signal }): Promise<LogLevelState> => call(getLogs, { query: { limit: '1' } }, { signal }),
  })
}

/** Null goes back to the configured level. */
export function useLogLevel() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (level: LogLevelName | null): Promise<LogLevelState> =>
      level === null ? call(deleteLogLevel) : call(putLogLevel, { body: { level } }),
    onSuccess: state => {
      queries.setQueryData(LEVEL, state)
      queries.setQueriesData<LogView>({ queryKey: LOG }, view => view && { ...view, ...state })
    },
  })
}
