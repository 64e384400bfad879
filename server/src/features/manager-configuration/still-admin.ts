import { assertMay, type Caller, type CurrentCaller } from '#kit/caller.ts'

/** CONTRIBUTING rule 3: refuses somebody who lost the right while a library manager was answering. */
export type AssertStillAdmin = (caller: Pick<Caller, 'device_id'>) => Promise<void>

export function createAssertStillAdmin(currentCaller: CurrentCaller): AssertStillAdmin {
  return async caller => assertMay(await currentCaller(caller), 'instances:manage')
}
