import { getAiAvailable } from '@foyer/contract/assistant/ai-settings'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** Whether the caller can chat, and if not, why. */
export function availabilityQuery() {
  return queryOptions({
    queryKey: ['chat', 'available'],
    queryFn: ({ signal }) => call(getAiAvailable, {}, { signal }),
    // Somebody may come back from the settings where they changed it.
    staleTime: 0,
  })
}
