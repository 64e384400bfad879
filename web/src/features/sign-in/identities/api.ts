import {
  deleteInviteIdentities,
  deleteUserInviteIdentity,
  getInviteIdentities,
  getUserInviteIdentity,
} from '@foyer/contract/sign-in/invite-sign-in'
import { deleteUserOidc, getUserOidc } from '@foyer/contract/sign-in/oidc-admin'
import { deleteOidcIdentities, getOidcIdentities } from '@foyer/contract/sign-in/oidc-sign-in'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'
import { type Identity, identitiesOf } from './identity.ts'

export function ownIdentitiesQuery() {
  return queryOptions({
    queryKey: ['sign-in', 'identities'],
    queryFn: async ({ signal }) => {
      const [oidc, plex] = await Promise.all([
        call(getOidcIdentities, {}, { signal }),
        call(getInviteIdentities, {}, { signal }),
      ])
      return identitiesOf(oidc.identities, plex.identities)
    },
  })
}

export function useUnlinkOwn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, id }: Identity) =>
      kind === 'oidc' ? call(deleteOidcIdentities, { body: { issuer: id } }) : call(deleteInviteIdentities),
    onSettled: readAgain(() =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ownIdentitiesQuery().queryKey }),
        queries.invalidateQueries({ queryKey: ['sessions', 'me'] }),
      ]),
    ),
  })
}

export function userIdentitiesQuery(user_id: number) {
  return queryOptions({
    queryKey: ['sign-in', 'user-identities', user_id],
    queryFn: async ({ signal }) => {
      const input = { params: { userID: String(user_id) } }
      const [oidc, plex] = await Promise.all([
        call(getUserOidc, input, { signal }),
        call(getUserInviteIdentity, input, { signal }),
      ])
      return identitiesOf(oidc.identities, plex.identities)
    },
  })
}

export function useUnlinkUser(user_id: number) {
  const queries = useQueryClient()
  const params = { userID: String(user_id) }
  return useMutation({
    mutationFn: ({ kind, id }: Identity) =>
      kind === 'oidc'
        ? call(deleteUserOidc, { params, body: { issuer: id } })
        : call(deleteUserInviteIdentity, { params }),
    onSettled: readAgain(() =>
      Promise.all([
        queries.invalidateQueries({ queryKey: userIdentitiesQuery(user_id).queryKey }),
        queries.invalidateQueries({ queryKey: ['users'] }),
        // Sessions that began with it have ended.
        queries.invalidateQueries({ queryKey: ['devices'] }),
      ]),
    ),
  })
}
