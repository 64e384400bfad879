/** Runs in the browser unchanged. */
export const AUTHORIZE_SCRIPT = `
`
