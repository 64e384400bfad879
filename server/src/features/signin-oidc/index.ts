export { oidcSettings } from './oidc-settings.ts'
export { createSsoPolicy } from './sso-policy.ts'
