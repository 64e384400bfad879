export const STEPS = ['metadata', 'libraries', 'servers', 'people'] as const
export type Step = (typeof STEPS)[number]

/** Where this browser left the wizard: never begun, at a step, or through. */
export const MARKS = ['', ...STEPS, 'done'] as const
export type Mark = (typeof MARKS)[number]

export function isStep(value: string): value is Step {
  return STEPS.some(step => step === value)
}

/** The step after or before; null beyond either end. */
export function stepFrom(step: Step, by: -1 | 1): Step | null {
  return STEPS[STEPS.indexOf(step) + by] ?? null
}

/** The step to come back to; null when there is none. */
export function resumeAt(mark: Mark): Step | null {
  return isStep(mark) ? mark : null
}
