import { MODEL_FAULTS, type ModelFaultCategory } from '@foyer/contract/assistant/ai-providers'
import { ApiError } from '#lib/api-error.ts'

/** Why the short answer that every save begins with did not come; null for any other failure. */
export function faultOf(error: unknown): ModelFaultCategory | null {
  if (!(error instanceof ApiError) || error.code !== 'ai_validation_failed') return null
  return MODEL_FAULTS.find(one => one === error.details['category']) ?? null
}

/** Where a failure is shown: beside what has to be changed, or above the form when nothing there is wrong. */
export function fieldOfFault(category: ModelFaultCategory, is_linked: boolean): 'key' | 'model' | 'form' {
  if (category === 'invalid_credentials') return is_linked ? 'form' : 'key'
  return category === 'unsupported_model' || category === 'invalid_response' ? 'model' : 'form'
}
