import { PAGE_STYLE } from '#features/signin-passkey/index.ts'

export const AUTHORIZE_STYLE = `${PAGE_STYLE}
`
