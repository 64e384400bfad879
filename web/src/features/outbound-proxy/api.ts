import {
  getOutboundProxy,
  type OutboundProxyChange,
  postOutboundProxyTest,
  putOutboundProxy,
} from '@foyer/contract/credentials'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export function outboundProxyQuery() {
  return queryOptions({
    queryKey: ['outbound-proxy'],
    queryFn: ({ signal }) => call(getOutboundProxy, {}, { signal }),
  })
}

export function useSaveProxy() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: OutboundProxyChange) => call(putOutboundProxy, { body }),
    onSuccess: proxy => queries.setQueryData(outboundProxyQuery().queryKey, proxy),
  })
}

export function useTestProxy() {
  return useMutation({
    mutationFn: (body: OutboundProxyChange) => call(postOutboundProxyTest, { body }),
  })
}
