import { getSetupStatus, putSetupSkip, type SetupKey } from '@foyer/contract/app-config'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'

export function setupStatusQuery() {
  return queryOptions({
    queryKey: ['setup-checklist'],
    queryFn: ({ signal }) => call(getSetupStatus, {}, { signal }),
  })
}

/** Optimistic: the same button undoes it. */
export function useSkip() {
  const queries = useQueryClient()
  const { queryKey } = setupStatusQuery()
  return useMutation({
    mutationFn: (body: { key: SetupKey; skipped: boolean }) => call(putSetupSkip, { body }),
    onMutate: async ({ key, skipped }) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, status =>
        status
          ? { ...status, items: status.items.map(item => (item.key === key ? { ...item, skipped } : item)) }
          : status,
      )
      return { before }
    },
    onError: (_error, _change, context) => queries.setQueryData(queryKey, context?.before),
    onSettled: readAgain(() => queries.invalidateQueries({ queryKey })),
  })
}
