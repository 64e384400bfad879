import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

const SavedOidc = z.object({
  enabled: z.boolean(),
  label: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  /** Empty: a public client, which proves itself by PKCE alone. */
  client_secret: z.string(),
  /** The origin the secret was typed for; it goes nowhere else (C67). */
  secret_origin: z.string(),
  additional_scopes: z.array(z.string()),
  allowed_groups: z.array(z.string()),
  group_claim: z.string(),
  auto_create: z.boolean(),
  sso_only: z.boolean(),
  use_proxy: z.boolean(),
  /** Fingerprint of the configuration that a full sign-in proved; empty: none (C44). */
  tested_with: z.string(),
})
export type SavedOidc = z.infer<typeof SavedOidc>

/** 2/4.4. Sealed as a whole, because of the client's secret. */
export const oidcSettings = defineSetting({
  key: 'oidc',
  schema: SavedOidc,
  secret: true,
  default: {
    enabled: false,
    label: 'Single sign-on',
    issuer: '',
    client_id: '',
    client_secret: '',
    secret_origin: '',
    additional_scopes: [],
    allowed_groups: [],
    group_claim: 'groups',
    auto_create: false,
    sso_only: false,
    use_proxy: false,
    tested_with: '',
  },
})
