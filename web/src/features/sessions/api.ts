import {
  getAuthMe,
  getAuthStatus,
  postAuthLogin,
  postAuthLogout,
  postAuthSetup,
  postPassword,
} from '@foyer/contract/sessions/sessions'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, session } from '#lib/api.ts'
import { thisDevice } from '#lib/device.ts'

export function authStatusQuery() {
  return queryOptions({
    queryKey: ['sessions', 'status'],
    queryFn: ({ signal }) => call(getAuthStatus, {}, { signal }),
    // Loaded before every page; setup and sign-in write it themselves.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

export function meQuery() {
  return queryOptions({
    queryKey: ['sessions', 'me'],
    queryFn: async ({ signal }) => {
      const { device_id: _device, ...user } = await call(getAuthMe, {}, { signal })
      session.rememberUser(user)
      return user
    },
  })
}

export interface Credentials {
  username: string
  password: string
}

export function useSignIn() {
  return useMutation({
    mutationFn: (credentials: Credentials) =>
      call(postAuthLogin, { body: { ...credentials, ...thisDevice() } }),
    onSuccess: tokens => session.accept(tokens),
  })
}

export function useSetUp() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (credentials: Credentials) =>
      call(postAuthSetup, { body: { ...credentials, ...thisDevice() } }),
    onSuccess: tokens => {
      queries.setQueryData(authStatusQuery().queryKey, status =>
        status ? { ...status, needs_setup: false, setup_complete: true } : status,
      )
      session.accept(tokens)
    },
  })
}

/** The current password is left out if there is none yet (1:4.1). */
export function useSetPassword() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { password: string; current_password?: string }) => call(postPassword, { body }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: meQuery().queryKey }),
        // C68: changing the password signs out the other devices.
        queries.invalidateQueries({ queryKey: ['own-devices'] }),
      ]),
  })
}

/**
 * Always ends the local session, even if the server cannot be reached. A session that began at a provider ends there
 * too (C63).
 */
export async function signOut() {
  const answer = await call(postAuthLogout).catch(() => undefined)
  session.end('signed_out')
  const end_url = answer?.end_session_url
  if (end_url?.startsWith('http')) window.location.assign(end_url)
}
