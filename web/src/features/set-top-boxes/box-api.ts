import {
  beginSetTopBoxPairing,
  cancelSetTopBoxPairing,
  changeSetTopBox,
  checkSetTopBox,
  completeSetTopBoxPairing,
  confirmOpenOnSetTopBox,
  discoverSetTopBoxes,
  forgetSetTopBox,
  getSetTopBoxGrants,
  openOnSetTopBox,
  putSetTopBoxGrants,
} from '@foyer/contract/set-top-boxes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { setTopBoxesQuery } from './api.ts'

/** Looks for boxes in the local network, or at an address. A search takes seconds, so it is repeated by hand only. */
export function foundBoxesQuery(address: string | undefined) {
  return queryOptions({
    queryKey: ['set-top-boxes', 'found', address ?? null],
    queryFn: ({ signal }) =>
      call(discoverSetTopBoxes, { body: address === undefined ? {} : { address } }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export function grantsQuery(id: string) {
  return queryOptions({
    queryKey: ['set-top-boxes', 'grants', id],
    queryFn: ({ signal }) => call(getSetTopBoxGrants, { params: { id } }, { signal }),
  })
}

function useReload() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: setTopBoxesQuery().queryKey })
}

/** `onBegun` is called even if its component is gone by then. */
export function useBeginPairing(onBegun: (id: string) => void) {
  return useMutation({
    mutationFn: (body: { name: string; address: string; identifier: string }) =>
      call(beginSetTopBoxPairing, { body }),
    onSuccess: ({ id }) => onBegun(id),
  })
}

export function useCompletePairing() {
  const reload = useReload()
  return useMutation({
    mutationFn: ({ id, pin }: { id: string; pin: string }) =>
      call(completeSetTopBoxPairing, { params: { id }, body: { pin } }),
    onSuccess: reload,
  })
}

/** A failure does not matter: the server ends a pairing after five minutes anyway. */
export function cancelPairing(id: string): void {
  call(cancelSetTopBoxPairing, { params: { id } }).catch(() => undefined)
}

export function useChangeBox(id: string) {
  const reload = useReload()
  return useMutation({
    mutationFn: (body: { name?: string; address?: string }) =>
      call(changeSetTopBox, { params: { id }, body }),
    onSuccess: reload,
  })
}

export function useForgetBox(id: string) {
  const reload = useReload()
  return useMutation({
    mutationFn: () => call(forgetSetTopBox, { params: { id } }),
    onSuccess: reload,
  })
}

export function useSaveGrants(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (user_ids: number[]) => call(putSetTopBoxGrants, { params: { id }, body: { user_ids } }),
    onSuccess: (_, user_ids) => queries.setQueryData(grantsQuery(id).queryKey, { user_ids }),
  })
}

export function useCheckBox(id: string) {
  return useMutation({ mutationFn: () => call(checkSetTopBox, { params: { id } }) })
}

export interface OpenedTitle {
  media_type: 'movie' | 'tv'
  tmdb_id: number
}

export function useOpenOnBox() {
  return useMutation({
    mutationFn: ({ id, title: { media_type, tmdb_id } }: { id: string; title: OpenedTitle }) =>
      call(openOnSetTopBox, { params: { id }, body: { media_type, tmdb_id } }),
  })
}

export function useConfirmOpen() {
  return useMutation({
    mutationFn: ({ id, confirmation_id }: { id: string; confirmation_id: string }) =>
      call(confirmOpenOnSetTopBox, { params: { id }, body: { confirmation_id } }),
  })
}
