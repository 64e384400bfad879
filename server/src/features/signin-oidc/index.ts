export { createLinkedByOidc } from './identities/linked-by-oidc.ts'
export { createReadOidcConfiguration } from './oidc-configuration.ts'
export { createSsoPolicy } from './sso-policy.ts'
