import { getEmailServer, postEmailTest, putEmailServer } from '@foyer/contract/destinations/email'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import type { EmailChange } from './email-draft.ts'

export function emailServerQuery() {
  return queryOptions({
    queryKey: ['email-server'],
    queryFn: ({ signal }) => call(getEmailServer, {}, { signal }),
  })
}

export function useSaveEmailServer() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: EmailChange) => call(putEmailServer, { body }),
    onSuccess: saved => queries.setQueryData(emailServerQuery().queryKey, saved),
  })
}

export function useTestEmail() {
  return useMutation({ mutationFn: (to: string) => call(postEmailTest, { body: { to } }) })
}
