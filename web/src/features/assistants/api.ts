import { getOwnTools } from '@foyer/contract/tool-access/ai-tools'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export function assistantsQuery() {
  return queryOptions({
    queryKey: ['assistants'],
    queryFn: ({ signal }) => call(getOwnTools, {}, { signal }),
  })
}
