import { postInstanceLibraries } from '@foyer/contract/instances/instances'
import { type ImportResult, postAccountImport } from '@foyer/contract/media-servers/account-import'
import {
  getMediaAccess,
  type MediaAccessChange,
  putMediaAccess,
} from '@foyer/contract/media-servers/media-access'
import {
  deleteAccountLink,
  getServerAccounts,
  getServerUsers,
  patchAccountManagement,
  putAccountLink,
} from '@foyer/contract/media-servers/media-server-accounts'
import { getUsers } from '@foyer/contract/users'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { baseUrl } from '#lib/base-url.ts'

/** One account, by its person and its server. */
export interface AccountKey {
  user_id: number
  instance_id: string
}

const params = ({ user_id, instance_id }: AccountKey) => ({
  userID: String(user_id),
  instanceID: instance_id,
})

/** Every linked account on every server, each read live. */
export function accountsQuery() {
  return queryOptions({
    queryKey: ['media-servers', 'accounts'],
    queryFn: ({ signal }) => call(getServerAccounts, {}, { signal }),
  })
}

/** Everybody on one server, linked or not. */
export function serverUsersQuery(instanceID: string) {
  return queryOptions({
    queryKey: ['media-servers', 'users', instanceID],
    queryFn: ({ signal }) => call(getServerUsers, { params: { instanceID } }, { signal }),
    retry: false,
  })
}

export function peopleQuery() {
  return queryOptions({
    queryKey: ['media-servers', 'people'],
    queryFn: ({ signal }) => call(getUsers, {}, { signal }),
  })
}

export function audiobookLibrariesQuery(id: string) {
  return queryOptions({
    queryKey: ['media-servers', 'libraries', id],
    queryFn: ({ signal }) => call(postInstanceLibraries, { body: { id } }, { signal }),
    retry: false,
  })
}

export function mediaAccessQuery(id: string) {
  return queryOptions({
    queryKey: ['media-servers', 'access', id],
    queryFn: ({ signal }) => call(getMediaAccess, { params: { id } }, { signal }),
  })
}

/** Links and imports also change grants and people. */
function refresh(queries: QueryClient) {
  for (const slice of ['media-servers', 'users', 'instances'])
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === slice && queryKey[1] !== 'health',
    })
}

export function useLinkAccount() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ remote_user_id, manage_access, ...key }: AccountKey & NewLink) =>
      call(putAccountLink, { params: params(key), body: { remote_user_id, manage_access } }),
    onSuccess: () => refresh(queries),
  })
}

interface NewLink {
  remote_user_id: string
  manage_access: boolean
}

export function useChangeManagement(key: AccountKey) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (manage_access: boolean) =>
      call(patchAccountManagement, { params: params(key), body: { manage_access } }),
    // The switch may have been saved although the server did not take it.
    onSettled: () => refresh(queries),
  })
}

export function useUnlink(key: AccountKey) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteAccountLink, { params: params(key) }),
    onSettled: () => refresh(queries),
  })
}

export interface ImportWish {
  remote_user_ids: readonly string[]
  manage_access: boolean
  mappings: Readonly<Record<string, number>>
}

export function useImport(instanceID: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ remote_user_ids, manage_access, mappings }: ImportWish): Promise<ImportResult[]> => {
      const { results } = await call(postAccountImport, {
        params: { instanceID },
        body: {
          remote_user_ids: [...remote_user_ids],
          manage_access,
          mappings: { ...mappings },
          // The browser's address reaches this server; a proxy may hide it from the server itself.
          server_url: baseUrl().replace(/\/$/, ''),
        },
      })
      return results
    },
    // Rows are independent: some may have been saved although the answer was lost.
    onSettled: () => refresh(queries),
  })
}

export function useSaveMediaAccess(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: MediaAccessChange) => call(putMediaAccess, { params: { id }, body }),
    onSuccess: saved => {
      queries.setQueryData(mediaAccessQuery(id).queryKey, saved)
      void queries.invalidateQueries({ queryKey: ['media-servers', 'accounts'] })
      void queries.invalidateQueries({ queryKey: ['users', 'libraries'] })
    },
  })
}
