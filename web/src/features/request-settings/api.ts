import {
  getRequestSettings,
  getUserRequestSettings,
  putRequestSettings,
  putUserRequestSettings,
  type RequestSettings,
  type UserRequestSettings,
} from '@foyer/contract/request-settings'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export function requestSettingsQuery() {
  return queryOptions({
    queryKey: ['request-settings', 'server'],
    queryFn: ({ signal }) => call(getRequestSettings, {}, { signal }),
  })
}

/** Fields left out stay unchanged. The request options are refetched. */
export function useChangeSettings() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<RequestSettings>) => call(putRequestSettings, { body }),
    onSuccess: saved => {
      queries.setQueryData(requestSettingsQuery().queryKey, saved)
      void queries.invalidateQueries({ queryKey: ['requests', 'options'] })
    },
  })
}

const params = (user_id: number) => ({ userID: String(user_id) })

export function userSettingsQuery(user_id: number) {
  return queryOptions({
    queryKey: ['request-settings', 'user', user_id],
    queryFn: ({ signal }) => call(getUserRequestSettings, { params: params(user_id) }, { signal }),
  })
}

export function useChangeUserSettings(user_id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<UserRequestSettings>) =>
      call(putUserRequestSettings, { params: params(user_id), body }),
    onSuccess: saved => queries.setQueryData(userSettingsQuery(user_id).queryKey, saved),
  })
}
