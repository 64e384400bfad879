/**
 * What Foyer says of another service that failed; `{{value}}` stands for its name. Clients that speak another language
 * find it here.
 */
export const UPSTREAM_SENTENCES = {
  unreachable: '{{value}} did not answer.',
  timeout: '{{value}} did not answer in time.',
  rate_limited: '{{value}} is limiting requests. Try again later.',
  rejected_key: '{{value}} refused the stored credentials.',
  bad_answer: '{{value}} sent an unusable response.',
  outcome_unknown: '{{value}} did not confirm the change, so it may or may not have happened.',
  invalid_url: 'The address of {{value}} is not valid.',
  tls: 'The certificate of {{value}} could not be verified.',
  incompatible: '{{value}} answered in an unknown form. Its version may not be supported.',
  redirected: '{{value}} answered with a redirect, which is not followed.',
  too_many_calls: 'Too many calls to {{value}} are waiting. Try again shortly.',
} as const

export type UpstreamSentence = keyof typeof UPSTREAM_SENTENCES
