import {
  deletePushToken,
  getNotificationPreferences,
  getPushDevices,
  type NotificationChoices,
  postNotificationTest,
  putNotificationPreferences,
} from '@foyer/contract/notifications'
import { getPushPolicy, putPushPolicy } from '@foyer/contract/push-admin'
import { deleteWebPush, getWebPushBrowsers } from '@foyer/contract/web-push'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'
import { keepSubscribed } from './keep-subscribed.ts'
import { isSubscribed, enablePush, disablePush } from './browser-subscription.ts'

export function preferencesQuery() {
  return queryOptions({
    queryKey: ['notifications', 'preferences'],
    queryFn: ({ signal }) => call(getNotificationPreferences, {}, { signal }),
  })
}

/** All of them: a category left out would be turned off (1:4.14). */
export function useSavePreferences() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: NotificationChoices) => call(putNotificationPreferences, { body }),
    onSuccess: saved => queries.setQueryData(preferencesQuery().queryKey, saved),
  })
}

/** A browser or app that receives notifications. */
export interface Receiver {
  kind: 'browser' | 'app'
  device_id: string
  device_name: string
  last_delivered_at: string | null
  failing_since: string | null
}

export function receiversQuery() {
  return queryOptions({
    queryKey: ['notifications', 'receivers'],
    queryFn: async ({ signal }): Promise<Receiver[]> => {
      const [browsers, apps] = await Promise.all([
        call(getWebPushBrowsers, {}, { signal }),
        call(getPushDevices, {}, { signal }),
      ])
      return [
        ...browsers.map(browser => ({ ...browser, kind: 'browser' as const })),
        ...apps.map(app => ({ ...app, kind: 'app' as const, failing_since: null })),
      ]
    },
  })
}

/** Whether this browser has a subscription; the server's list says whether it is registered there. */
export function subscriptionQuery() {
  return queryOptions({ queryKey: ['notifications', 'here'], queryFn: isSubscribed })
}

export function useToggleSubscription(device_id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) => (on ? enablePush() : disablePush(device_id)),
    onSuccess: keepSubscribed,
    onSettled: readAgain(() => queries.invalidateQueries({ queryKey: ['notifications'] })),
  })
}

export function useRemoveReceiver() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, device_id }: Receiver) =>
      call(kind === 'app' ? deletePushToken : deleteWebPush, { params: { deviceID: device_id } }),
    onSettled: readAgain(() => queries.invalidateQueries({ queryKey: ['notifications', 'receivers'] })),
  })
}

export function useTest() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(postNotificationTest),
    onSettled: readAgain(() => queries.invalidateQueries({ queryKey: ['notifications', 'receivers'] })),
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
