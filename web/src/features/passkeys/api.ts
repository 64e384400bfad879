import {
  deletePasskey,
  getPasskeys,
  postPasskeyLoginBegin,
  postPasskeyLoginFinish,
  postPasskeyRegisterBegin,
  postPasskeyRegisterFinish,
  postPasskeySetupLink,
} from '@foyer/contract/passkeys'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, session } from '#lib/api.ts'
import { storageKey } from '#lib/base-url.ts'
import { thisDevice } from '#lib/device.ts'
import { tabStorage } from '#lib/preferences.ts'
import { createSharedCeremony } from './shared-ceremony.ts'

export function passkeysQuery() {
  return queryOptions({
    queryKey: ['passkeys', 'list'],
    queryFn: ({ signal }) => call(getPasskeys, {}, { signal }),
  })
}

export const signInCeremony = createSharedCeremony({
  tab: tabStorage,
  key: storageKey('passkey_ceremony'),
  now: Date.now,
  begin: () => call(postPasskeyLoginBegin, { body: {} }),
})

type Ceremony = Awaited<ReturnType<typeof signInCeremony.open>>

/** From the challenge to the session. With `autofill` it waits in the username field until a passkey is picked. */
export async function finishSignIn({ options, session_id }: Ceremony, way: { autofill: boolean }) {
  const answer = await startAuthentication({
    // The contract passes the browser's credential through without typing its fields.
    optionsJSON: options as object as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: way.autofill,
  })
  const query = { session_id, ...thisDevice() }
  signInCeremony.forget()
  session.accept(await call(postPasskeyLoginFinish, { query, body: { ...answer } }))
}

export function usePasskeySignIn() {
  return useMutation({
    mutationFn: async () => finishSignIn(await signInCeremony.open(), { autofill: false }),
  })
}

export function useAddPasskey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (credential_name: string) => {
      const { options, session_id } = await call(postPasskeyRegisterBegin, { body: {} })
      const answer = await startRegistration({
        optionsJSON: options as object as PublicKeyCredentialCreationOptionsJSON,
      })
      const query = { session_id, ...(credential_name && { credential_name }) }
      return call(postPasskeyRegisterFinish, { query, body: { ...answer } })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['passkeys'] }),
  })
}

export function useRemovePasskey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (credentialID: string) => call(deletePasskey, { params: { credentialID } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['passkeys'] }),
  })
}

export function useSetupLink() {
  return useMutation({ mutationFn: () => call(postPasskeySetupLink, { body: {} }) })
}
