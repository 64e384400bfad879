import { deleteOtherDevices, deleteOwnDevice, getOwnDevices } from '@foyer/contract/sessions/own-devices'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'

export function ownDevicesQuery() {
  return queryOptions({
    queryKey: ['own-devices'],
    queryFn: ({ signal }) => call(getOwnDevices, {}, { signal }),
    select: answer => answer.devices,
  })
}

export function useEndDevice() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteOwnDevice, { params: { id } }),
    onSettled: readAgain(() => queries.invalidateQueries({ queryKey: ownDevicesQuery().queryKey })),
  })
}

export function useEndOtherDevices() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteOtherDevices),
    onSettled: readAgain(() => queries.invalidateQueries({ queryKey: ownDevicesQuery().queryKey })),
  })
}
