import { Refusal } from '#kit/refusal.ts'
import { HelperFault, type SetTopHelper } from '#ports/set-top-helper.ts'

/** Faults of the helper as refusals of the same name. */
export async function orRefuse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof HelperFault ? new Refusal(error.problem, { cause: error }) : error
  }
}

export async function assertSupported(helper: Pick<SetTopHelper, 'isSupported'>): Promise<void> {
  if (!(await helper.isSupported())) throw new Refusal('unsupported')
}
