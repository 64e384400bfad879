import { ApiError } from '#lib/api-error.ts'

/** Whether a failed check says something about the provider. Otherwise it did not take place. */
export function isProviderVerdict(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'oidc_invalid' || error.code === 'provider_failed')
}
