import type { Purpose } from '../oidc-attempts.ts'

/** Why the browser comes back without a code (C42). */
export type DenialCode =
  | 'invalid_flow'
  | 'sso_disabled'
  | 'group_required'
  | 'account_not_linked'
  | 'identity_conflict'
  | 'provider_failed'
  | 'unavailable'

const DENIALS: readonly string[] = [
  'invalid_flow',
  'sso_disabled',
  'group_required',
  'account_not_linked',
  'identity_conflict',
  'provider_failed',
  'unavailable',
] satisfies DenialCode[]

export function isDenial(code: string): code is DenialCode {
  return DENIALS.includes(code)
}

/** The client that waits for the browser (2/4.4). Fixed addresses: nobody can send a code elsewhere. */
function targetOf(purpose: Purpose, base_path: string): string {
  if (purpose.type === 'mcp') return `${base_path}/oauth/authorize`
  const is_mobile = purpose.type === 'sign_in' && purpose.client === 'mobile'
  return is_mobile ? 'foyer://oidc/return' : `${base_path}/oidc/return`
}

export function returnWithCode(
  purpose: Purpose,
  base_path: string,
  { code, flow }: { code: string; flow: string },
): string {
  const name = purpose.type === 'mcp' ? 'oidc_code' : 'code'
  const query = new URLSearchParams({ [name]: code, flow })
  return `${targetOf(purpose, base_path)}?${query.toString()}`
}

export function returnWithError(
  purpose: Purpose,
  base_path: string,
  { error, flow }: { error: DenialCode; flow: string },
): string {
  const query = new URLSearchParams({ error, flow })
  return `${targetOf(purpose, base_path)}?${query.toString()}`
}

/** The browser that starts must be the one that comes back; several attempts may be open side by side. */
export function cookieName(flow_hash: string): string {
  return `foyer_oidc_${flow_hash.slice(0, 16)}`
}

/** The value of a cookie; undefined when it is missing or sent twice. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(`${name}=`))
  return values.length === 1 ? values[0]?.slice(name.length + 1) : undefined
}
