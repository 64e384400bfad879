import { type SetTopHelperSimulator, type SimulatedBox, startSetTopHelper } from '@foyer/simulators'
import type { Call } from './calls.ts'
import { expectOk } from './calls.ts'
import { afterTest } from './engines.ts'

/** The scripted helper, closed when the test ends. */
export async function startHelper(): Promise<{ helper: SetTopHelperSimulator; env: Record<string, string> }> {
  const helper = await startSetTopHelper()
  afterTest(helper.close)
  return { helper, env: { APP_SETTOP_HELPER: helper.path } }
}

/** Begins to pair as an admin would: the box shows its PIN. */
export async function beginPairing(asAdmin: Call, { name, address, identifier }: SimulatedBox) {
  return expectOk(await asAdmin('POST', '/api/set-top-boxes/pairings', { name, address, identifier }))
}

/** Pairs with the box and returns its id. */
export async function pairBox(asAdmin: Call, box: SimulatedBox): Promise<string> {
  const { id } = await beginPairing(asAdmin, box)
  const path = `/api/set-top-boxes/pairings/${id}/complete`
  return expectOk(await asAdmin('POST', path, { pin: box.pin })).id
}

/** Lets exactly these people use the box. */
export async function grantBox(asAdmin: Call, id: string, user_ids: readonly number[]): Promise<void> {
  expectOk(await asAdmin('PUT', `/api/set-top-boxes/${id}/grants`, { user_ids }))
}
