import type { SetTopHelperSimulator } from '../../simulators/src/index.ts'
import type { Member } from './people.ts'

/** What every box of the demo shows when it is paired. */
const PIN = '1234'

/** Two boxes in the house. */
export function placeBoxes({ addBox }: SetTopHelperSimulator): void {
  addBox({ name: 'Living room', address: '192.0.2.20', model: 'Apple TV 4K', pin: PIN })
  addBox({ name: 'Attic', address: '192.0.2.21', model: 'Apple TV HD', pin: PIN })
}

/** Ana paired the box in the living room, and lets these people use it. The other one can still be found. */
export async function pairLivingRoom(ana: Member, user_ids: number[]): Promise<void> {
  const path = 'api/set-top-boxes'
  const { devices } = await ana.call<{ devices: { name: string; address: string; identifier: string }[] }>(
    'POST',
    `${path}/discover`,
    { address: '192.0.2.20' },
  )
  for (const { name, address, identifier } of devices) {
    const pairing = await ana.call<{ id: string }>('POST', `${path}/pairings`, { name, address, identifier })
    const { id } = await ana.call<{ id: string }>('POST', `${path}/pairings/${pairing.id}/complete`, {
      pin: PIN,
    })
    await ana.call('PUT', `${path}/${id}/grants`, { user_ids })
  }
}
