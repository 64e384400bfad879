export { configuredApps } from './native-apps.ts'
export { escapeHtml, PAGE_LOGO } from './passkey-pages.ts'
export { PAGE_STYLE } from './passkey-page-style.ts'
export type { PasskeyProof } from './passkey-proof.ts'
