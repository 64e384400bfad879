import { endSession, listSessions } from '@foyer/contract/operations/sessions'
import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'

const DEVICES = ['devices']

interface DeviceFilter {
  /** Only this person's devices; everyone's if absent. */
  user_id?: number | undefined
  /** Words of the person or the device. */
  text?: string
}

/** Signed-in devices in pages, most recently active first. */
export function devicesQuery({ user_id, text }: DeviceFilter = {}) {
  const filter = { ...(user_id !== undefined && { user_id: String(user_id) }), ...(text && { text }) }
  return infiniteQueryOptions({
    queryKey: [...DEVICES, filter],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam }) =>
      call(
        listSessions,
        { query: { ...filter, ...(pageParam > 0 && { offset: String(pageParam) }) } },
        { signal },
      ),
    getNextPageParam(last, pages) {
      const read = pages.reduce((sum, { sessions }) => sum + sessions.length, 0)
      return last.sessions.length > 0 && read < last.total ? read : undefined
    },
    placeholderData: keepPreviousData,
  })
}

export function useEndDevice() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    onSettled: readAgain(() => queries.invalidateQueries({ queryKey: DEVICES })),
  })
}
