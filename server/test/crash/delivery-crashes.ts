import type { ProductName, World } from '@foyer/simulators'
import { type CrashScene, setCrashScene } from './crash-scene.ts'
import type { DeliveryOrders } from './delivery-orders.ts'
import { openWorker } from './delivery-worker.ts'

export interface DeliveryScene<P extends ProductName> extends Pick<CrashScene<P>, 'start' | 'reset'> {
  /** What the household has and what was asked for, before anything is delivered. */
  furnish(worker: ReturnType<typeof openWorker>, world: World<P>): Promise<unknown>
  /** What each process that delivers is told besides. */
  house?: Pick<DeliveryOrders, 'match' | 'books'>
}

/** Deliveries that die: see `setCrashScene`. */
export function setDeliveryScene<P extends ProductName>({ furnish, house, ...scene }: DeliveryScene<P>) {
  return setCrashScene<P>({
    ...scene,
    child: './child-delivery.ts',
    async furnish(template, world) {
      const worker = openWorker(template, house)
      await worker.prepare()
      await furnish(worker, world)
      await worker.close()
    },
    orders: () => ({ ...house }),
  })
}
