import type { ProductName, World } from '@foyer/simulators'
import { type CrashScene, setCrashScene } from './crash-scene.ts'
import type { DeliveryOrders } from './delivery-orders.ts'
import { deliverDue, openWorker } from './delivery-worker.ts'

export interface DeliveryScene<P extends ProductName>
  extends Pick<CrashScene<P, DeliveryOrders>, 'start' | 'reset'> {
  /** What the libraries have and what was requested, before anything is delivered. */
  prepare(worker: ReturnType<typeof openWorker>, world: World<P>): Promise<unknown>
  /** What each process that delivers is told besides. */
  parts?: Pick<DeliveryOrders, 'match' | 'books'>
}

/** Deliveries that die: see `setCrashScene`. */
export function setDeliveryScene<P extends ProductName>({ prepare, parts, ...scene }: DeliveryScene<P>) {
  return setCrashScene<P, DeliveryOrders>({
    ...scene,
    child: './child-delivery.ts',
    work: deliverDue,
    async prepare(template, world) {
      const worker = openWorker(template, parts)
      await worker.prepare()
      await prepare(worker, world)
      await worker.close()
    },
    orders: (_, common) => ({ ...common, ...parts }),
  })
}
