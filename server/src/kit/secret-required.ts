import { REFUSALS } from '@foyer/contract/refusals'
import { Refusal } from '#kit/refusal.ts'

const BESIDE_FIELD = 'Enter it again: it was saved for another address.'

/** C67: the message of a test that was not run. */
export const SECRET_REQUIRED = REFUSALS.secret_required.error

/** C67: `field` is the secret that must be entered again before the address may change. */
export function secretRequired(field: string): Refusal {
  return new Refusal('secret_required', { fields: { [field]: BESIDE_FIELD } })
}
