import { deleteDevice, getDevices } from '@foyer/contract/users'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export function devicesQuery() {
  return queryOptions({
    queryKey: ['devices', 'list'],
    queryFn: ({ signal }) => call(getDevices, {}, { signal }),
  })
}

export function useRevokeDevice() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (deviceID: string) => call(deleteDevice, { params: { deviceID } }),
    onSuccess: (_answer, revoked) => {
      queries.setQueryData(devicesQuery().queryKey, list => list?.filter(({ id }) => id !== revoked))
      return queries.invalidateQueries({ queryKey: ['users'] })
    },
  })
}
