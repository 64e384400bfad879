import {
  type AllowanceOverride,
  type AllowanceRule,
  getDefaultQuotas,
  getOwnQuotas,
  getUserQuotas,
  putDefaultQuotas,
  putUserQuotas,
  resetUserQuotas,
} from '@foyer/contract/request-quotas'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export type AllowanceKey = Pick<AllowanceRule, 'media_type' | 'book_format'>

export function ownQuotasQuery() {
  return queryOptions({
    queryKey: ['quotas', 'own'],
    queryFn: ({ signal }) => call(getOwnQuotas, {}, { signal }),
  })
}

export function defaultQuotasQuery() {
  return queryOptions({
    queryKey: ['quotas', 'defaults'],
    queryFn: ({ signal }) => call(getDefaultQuotas, {}, { signal }),
  })
}

const params = (user_id: number) => ({ userID: String(user_id) })

export function userQuotasQuery(user_id: number) {
  return queryOptions({
    queryKey: ['quotas', 'user', user_id],
    queryFn: ({ signal }) => call(getUserQuotas, { params: params(user_id) }, { signal }),
  })
}

/** People who inherit the defaults change with them. */
export function useSaveDefaults() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (allowances: AllowanceRule[]) => call(putDefaultQuotas, { body: { allowances } }),
    onSuccess: saved => {
      queries.setQueryData(defaultQuotasQuery().queryKey, saved)
      void queries.invalidateQueries({ queryKey: ['quotas', 'user'] })
      void queries.invalidateQueries({ queryKey: ['quotas', 'own'] })
    },
  })
}

export function useSaveUserQuotas(user_id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (allowances: AllowanceOverride[]) =>
      call(putUserQuotas, { params: params(user_id), body: { allowances } }),
    onSuccess: saved => queries.setQueryData(userQuotasQuery(user_id).queryKey, saved),
  })
}

export function useResetQuotas(user_id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (allowances: AllowanceKey[]) =>
      call(resetUserQuotas, { params: params(user_id), body: { allowances } }),
    onSuccess: saved => queries.setQueryData(userQuotasQuery(user_id).queryKey, saved),
  })
}
