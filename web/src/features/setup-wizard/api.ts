import { postConnectToken } from '@foyer/contract/connect-links'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { baseUrl } from '#lib/base-url.ts'

export function useInvite() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (name: string) =>
      call(postConnectToken, { body: { name, server_url: baseUrl().replace(/\/$/, '') } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['users'] }),
  })
}
