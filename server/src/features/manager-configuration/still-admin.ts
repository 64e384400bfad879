import { permissionsOf } from '@foyer/contract/permissions'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'

/** 1:1.4: refuses somebody who lost the right while a library manager was answering. */
export type AssertStillAdmin = (caller: Pick<Caller, 'device_id'>) => Promise<void>

export function createAssertStillAdmin(currentCaller: CurrentCaller): AssertStillAdmin {
  return async caller => {
    const { role } = await currentCaller(caller)
    if (!permissionsOf(role).includes('instances:manage')) throw new Refusal('forbidden')
  }
}
