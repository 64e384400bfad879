import {
  type DefaultInstances,
  getDefaultInstances,
  getInstanceGrants,
  type InstanceGrants,
  putDefaultInstances,
  putInstanceGrants,
} from '@foyer/contract/instances/instance-grants'
import type { Role } from '@foyer/contract/permissions'
import {
  deleteUser,
  getUsers,
  patchAuthMethods,
  patchUser,
  postTestPush,
  putAiAccess,
  type UserSummary,
} from '@foyer/contract/users'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, session } from '#lib/api.ts'

export function usersQuery() {
  return queryOptions({
    queryKey: ['users', 'list'],
    queryFn: ({ signal }) => call(getUsers, {}, { signal }),
  })
}

const params = (user_id: number) => ({ userID: String(user_id) })

/** The answer is the person's new state; it may be the reader's own account. */
function keep(queries: QueryClient, user: UserSummary) {
  queries.setQueryData(usersQuery().queryKey, list => list?.map(one => (one.id === user.id ? user : one)))
  if (user.id === session.current()?.user.id) void queries.invalidateQueries({ queryKey: ['sessions', 'me'] })
}

export function useChangeRole(user_id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (role: Role) => call(patchUser, { params: params(user_id), body: { role } }),
    onSuccess: user => keep(queries, user),
  })
}

/** Lists that name people are read again. */
export function useRename(user_id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (username: string) => call(patchUser, { params: params(user_id), body: { username } }),
    onSuccess(user) {
      keep(queries, user)
      for (const slice of ['approvals', 'devices', 'admin-issues', 'requests', 'library-access'])
        void queries.invalidateQueries({ queryKey: [slice] })
    },
  })
}

export function useChangeMethods(user_id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { password_enabled?: boolean; passkey_enabled?: boolean }) =>
      call(patchAuthMethods, { params: params(user_id), body }),
    onSuccess: user => {
      keep(queries, user)
      return queries.invalidateQueries({ queryKey: ['passkeys'] })
    },
  })
}

export function useChangeAiAccess(user_id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (shared_ai_enabled: boolean) =>
      call(putAiAccess, { params: params(user_id), body: { shared_ai_enabled } }),
    onSuccess: user => keep(queries, user),
  })
}

export function useDeleteUser(user_id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteUser, { params: params(user_id) }),
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => isAboutPeople(queryKey[0]) }),
  })
}

const isAboutPeople = (slice: unknown) => slice === 'users' || slice === 'devices' || slice === 'instances'

export function useTestPush(user_id: number) {
  return useMutation({ mutationFn: () => call(postTestPush, { params: params(user_id) }) })
}

export interface Libraries {
  pins: DefaultInstances
  grants: InstanceGrants
}

export function librariesQuery(user_id: number) {
  return queryOptions({
    queryKey: ['users', 'libraries', user_id],
    queryFn: async ({ signal }): Promise<Libraries> => {
      const input = { params: params(user_id) }
      const [pins, grants] = await Promise.all([
        call(getDefaultInstances, input, { signal }),
        call(getInstanceGrants, input, { signal }),
      ])
      return { pins, grants }
    },
  })
}

export function useSaveLibraries(user_id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ pins, grants }: Libraries): Promise<Libraries> => ({
      pins: await call(putDefaultInstances, { params: params(user_id), body: pins }),
      grants: await call(putInstanceGrants, { params: params(user_id), body: grants }),
    }),
    onSuccess: saved => queries.setQueryData(librariesQuery(user_id).queryKey, saved),
    // One of the two may have been saved before the other failed.
    onError: () => queries.invalidateQueries({ queryKey: ['users', 'libraries', user_id] }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['instances', 'grant-users'] })
      // Managed accounts follow the grants.
      void queries.invalidateQueries({ queryKey: ['media-servers'] })
    },
  })
}
