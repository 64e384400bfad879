export { createSsoPolicy } from './sso-policy.ts'
