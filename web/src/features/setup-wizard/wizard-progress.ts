export const STEPS = ['metadata', 'libraries', 'servers', 'people'] as const
export type Step = (typeof STEPS)[number]

/** The wizard's state in this browser: not started, at a step, or finished. */
export const MARKS = ['', ...STEPS, 'done'] as const
export type Mark = (typeof MARKS)[number]

export function isStep(value: string): value is Step {
  return STEPS.some(step => step === value)
}

/** The next or previous step; null beyond either end. */
export function stepFrom(step: Step, by: -1 | 1): Step | null {
  return STEPS[STEPS.indexOf(step) + by] ?? null
}

/** The step to resume at; null if there is none. */
export function resumeAt(mark: Mark): Step | null {
  return isStep(mark) ? mark : null
}
