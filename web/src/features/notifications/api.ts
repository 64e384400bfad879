import {
  getNotificationPreferences,
  type NotificationChoices,
  postNotificationTest,
  putNotificationPreferences,
} from '@foyer/contract/notifications'
import { getPushPolicy, putPushPolicy } from '@foyer/contract/push-admin'
import { deleteWebPush, getWebPushBrowsers } from '@foyer/contract/web-push'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { keepSubscribed } from './keep-subscribed.ts'
import { isSubscribedHere, startHere, stopHere } from './this-browser.ts'

export function preferencesQuery() {
  return queryOptions({
    queryKey: ['notifications', 'preferences'],
    queryFn: ({ signal }) => call(getNotificationPreferences, {}, { signal }),
  })
}

/** All of them at once: what is left out would be turned off (1:4.14). */
export function useSavePreferences() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: NotificationChoices) => call(putNotificationPreferences, { body }),
    onSuccess: saved => queries.setQueryData(preferencesQuery().queryKey, saved),
  })
}

export function browsersQuery() {
  return queryOptions({
    queryKey: ['notifications', 'browsers'],
    queryFn: ({ signal }) => call(getWebPushBrowsers, {}, { signal }),
  })
}

/** Whether this browser holds a subscription; the server's list says whether it is known there. */
export function hereQuery() {
  return queryOptions({ queryKey: ['notifications', 'here'], queryFn: isSubscribedHere })
}

export function useSwitchHere(device_id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) => (on ? startHere() : stopHere(device_id)),
    onSuccess: keepSubscribed,
    onSettled: () => queries.invalidateQueries({ queryKey: ['notifications'] }),
  })
}

export function useRemoveBrowser() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (deviceID: string) => call(deleteWebPush, { params: { deviceID } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['notifications', 'browsers'] }),
  })
}

export function useTest() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(postNotificationTest),
    onSettled: () => queries.invalidateQueries({ queryKey: ['notifications', 'browsers'] }),
  })
}

export function pushPolicyQuery() {
  return queryOptions({
    queryKey: ['notifications', 'policy'],
    queryFn: ({ signal }) => call(getPushPolicy, {}, { signal }),
  })
}

export interface PolicyChange {
  enabled?: boolean
  categories?: Partial<Omit<NotificationChoices, 'push_enabled'>>
}

export function useSavePolicy() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: PolicyChange) => call(putPushPolicy, { body }),
    onSuccess: saved => {
      queries.setQueryData(pushPolicyQuery().queryKey, saved)
      return queries.invalidateQueries({ queryKey: preferencesQuery().queryKey })
    },
  })
}
