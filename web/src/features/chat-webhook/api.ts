import {
  deleteChatNotifications,
  getChatNotifications,
  postChatNotificationsTest,
  putChatNotifications,
} from '@foyer/contract/chat-notifications'
import { listRequestHistory } from '@foyer/contract/requests/admin-requests'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { isUnderWay } from './alert-state.ts'
import type { ChatChange } from './chat-draft.ts'

const QUIET_MS = 30_000
const BUSY_MS = 3_000
/** The requests of the recent alerts, and some more: not every request has an alert. */
const REQUESTS = 100

export function chatWebhookQuery() {
  return queryOptions({
    queryKey: ['chat-webhook', 'settings'],
    queryFn: ({ signal }) => call(getChatNotifications, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.recent.some(isUnderWay) ? BUSY_MS : QUIET_MS),
    // Who comes back wants to see what was posted meanwhile.
    refetchOnMount: 'always',
  })
}

/** The titles of requests up to this one; alerts have only the ids of their requests. */
export function requestTitlesQuery(newest_id: number) {
  return queryOptions({
    queryKey: ['chat-webhook', 'titles', newest_id],
    queryFn: ({ signal }) =>
      call(
        listRequestHistory,
        { query: { before: String(newest_id + 1), limit: String(REQUESTS) } },
        { signal },
      ),
    select: ({ requests }) => new Map(requests.map(({ id, title, username }) => [id, { title, username }])),
  })
}

export function useSaveChatWebhook() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ChatChange) => call(putChatNotifications, { body }),
    onSuccess: saved => queries.setQueryData(chatWebhookQuery().queryKey, saved),
  })
}

export function useRemoveChatWebhook() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteChatNotifications),
    onSuccess: left => queries.setQueryData(chatWebhookQuery().queryKey, left),
  })
}

export function useTestChatWebhook() {
  return useMutation({
    mutationFn: (webhook_url: string | undefined) =>
      call(postChatNotificationsTest, { body: webhook_url ? { webhook_url } : {} }),
  })
}
