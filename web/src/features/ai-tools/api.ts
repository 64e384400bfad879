import {
  type AiTool,
  getAiTools,
  putAiTool,
  putAiToolDebug,
  type ToolDebug,
} from '@foyer/contract/tool-access/ai-tools'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, serverTime } from '#lib/api.ts'
import { underChanges, useOptimisticChange } from '#lib/optimistic-change.ts'
import { secondsLeft } from './time-left.ts'

interface AiTools {
  tools: AiTool[]
  debug: ToolDebug
}

interface ToolSwitch {
  name: string
  enabled: boolean
}

const CHANGED = {
  queryKey: ['ai-tools'],
  applied: ({ tools, debug }: AiTools, { name, enabled }: ToolSwitch): AiTools => ({
    tools: tools.map(tool => (tool.name === name ? { ...tool, enabled } : tool)),
    debug,
  }),
}

export function aiToolsQuery() {
  return queryOptions({
    queryKey: CHANGED.queryKey,
    queryFn: async ({ signal, client }) =>
      underChanges(client, CHANGED, await call(getAiTools, {}, { signal })),
    // No event says that the log ended.
    refetchInterval: ({ state }) => {
      const left = secondsLeft(state.data?.debug, serverTime.now())
      return left > 0 ? (left + 1) * 1000 : false
    },
  })
}

export function useSwitchTool() {
  const queries = useQueryClient()
  return useOptimisticChange<AiTools, ToolSwitch>({
    ...CHANGED,
    save: async ({ name, enabled }) => {
      const saved = await call(putAiTool, { params: { name }, body: { enabled } })
      const shown = queries.getQueryData<AiTools>(CHANGED.queryKey) ?? (await call(getAiTools))
      return CHANGED.applied(shown, saved)
    },
    // Reads the list again: an earlier switch may have failed meanwhile.
    stales: ['ai-tools', 'assistants'],
  })
}

export function useToolDebug() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { enabled: boolean; hours?: number }) => call(putAiToolDebug, { body }),
    // Shown at once, and the other button with it: that one must not ignore presses until the list is read again.
    onSuccess: debug =>
      queries.setQueryData<AiTools>(CHANGED.queryKey, shown => shown && { ...shown, debug }),
    onSettled: () => void queries.invalidateQueries({ queryKey: CHANGED.queryKey }),
  })
}
