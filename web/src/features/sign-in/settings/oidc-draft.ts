import { needsSecretAgain } from '@foyer/contract/secret-origin'
import type { OidcChange, OidcConfig } from '@foyer/contract/sign-in/oidc-admin'

/** The values of the form. The switches save themselves. */
export interface OidcDraft {
  label: string
  issuer: string
  client_id: string
  /** Null keeps the saved secret, empty removes it: a public client has none. */
  client_secret: string | null
  additional_scopes: readonly string[]
  allowed_groups: readonly string[]
  group_claim: string
  auto_create: boolean
  use_proxy: boolean
}

export function oidcDraftOf(config: OidcConfig): OidcDraft {
  const { label, issuer, client_id, additional_scopes, allowed_groups } = config
  const { group_claim, auto_create, use_proxy } = config
  return {
    label,
    issuer,
    client_id,
    client_secret: config.has_secret ? null : '',
    additional_scopes,
    allowed_groups,
    group_claim,
    auto_create,
    use_proxy,
  }
}

export function oidcChangeOf(draft: OidcDraft, before: OidcConfig): OidcChange {
  const { client_secret, additional_scopes, allowed_groups, ...rest } = draft
  const removes = client_secret === '' && before.has_secret
  return {
    ...rest,
    label: draft.label.trim(),
    issuer: draft.issuer.trim(),
    client_id: draft.client_id.trim(),
    group_claim: draft.group_claim.trim(),
    additional_scopes: [...additional_scopes],
    allowed_groups: [...allowed_groups],
    ...(client_secret || removes ? { client_secret } : {}),
  }
}

/** Whether the form holds something that was not saved. */
export function isChanged(draft: OidcDraft, before: OidcConfig): boolean {
  return JSON.stringify(draft) !== JSON.stringify(oidcDraftOf(before))
}

/** C67: the issuer moved to another origin, so the saved secret is not sent there unless it is entered again. */
export function needsClientSecretAgain(draft: OidcDraft, before: OidcConfig): boolean {
  return needsSecretAgain({
    keeps_secret: before.has_secret,
    saved_for: before.issuer,
    address: draft.issuer,
  })
}
