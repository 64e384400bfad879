import type { ModelFault } from '#kit/model-fault.ts'
import { Refusal } from '#kit/refusal.ts'

/** 2/4.6: what was to be saved did not answer; nothing was changed. */
export function validationFailed(fault: ModelFault): Refusal {
  const { category, message: error } = fault
  return new Refusal('ai_validation_failed', {
    error,
    status: category === 'upstream_unavailable' ? 502 : 400,
    extra: { category },
    cause: fault,
  })
}
