import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProductName, World } from '@foyer/simulators'
import { afterAll, beforeAll, expect } from 'vitest'
import type { DeliveryOrders } from './delivery-orders.ts'
import { openWorker } from './delivery-worker.ts'
import { bundleChild, startChild } from './spawn.ts'

const AT_ONCE = 2

/** Two worlds of the same make, so that two processes can be killed at a time. */
export interface DeliveryScene<P extends ProductName> {
  start(): Promise<World<P>>
  /** What the household has and what was asked for, before anything is delivered. */
  furnish(worker: ReturnType<typeof openWorker>, world: World<P>): Promise<unknown>
  /** The libraries as they were before anybody asked. */
  reset(world: World<P>, killAt: number): void
  /** What each process that delivers is told besides. */
  house?: Pick<DeliveryOrders, 'match' | 'books'>
}

interface House<P extends ProductName> {
  world: World<P>
  template: string
}

/** Registers the making and clearing away of the scene with the test file that calls it. */
export function setDeliveryScene<P extends ProductName>(scene: DeliveryScene<P>) {
  let folder: string
  let script: string
  let houses: House<P>[]

  async function build(template: string): Promise<House<P>> {
    const world = await scene.start()
    const worker = openWorker(template, scene.house)
    await worker.prepare()
    await scene.furnish(worker, world)
    await worker.close()
    return { world, template }
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'foyer-delivery-'))
    script = await bundleChild(folder, './child-delivery.ts')
    const places = Array.from({ length: AT_ONCE }, (_, n) => join(folder, `house-${n}.db`))
    houses = await Promise.all(places.map(build))
  }, 60_000)
  afterAll(async () => {
    for (const { world } of houses) await world.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Delivers in a process that dies at `killAt`, then looks. Answers whether it came to that. */
  async function crashAt(killAt: number, { world, template }: House<P>, look: Look<P>): Promise<boolean> {
    const place = join(folder, `${killAt}.db`)
    copyFileSync(template, place)
    scene.reset(world, killAt)
    const orders: DeliveryOrders = { place, kill_at: killAt, ...scene.house }
    const ended = await startChild(script, orders).ended
    expect(ended === 0 || ended === 'SIGKILL', `killed at ${killAt}, it ended with ${ended}`).toBe(true)
    await look({ world, place, when: `killed at ${killAt}` })
    return ended === 'SIGKILL'
  }

  return {
    /** Every `step`-th moment until the work ends before it. Answers how many there were. */
    async crashEverywhere({ most, step = 1, kinds = 1 }: Moments, look: Look<P>): Promise<number> {
      let moments = 0
      let next = 1
      const over = new Set<number>()
      await Promise.all(
        houses.map(async house => {
          for (let n = next; n < most && over.size < kinds; n = next) {
            next += step
            if (await crashAt(n, house, look)) moments += 1
            else over.add(n % kinds)
          }
        }),
      )
      expect(over.size, 'it came to its end').toBe(kinds)
      return moments
    },
  }
}

interface Moments {
  /** More than there are, so that a loop that never ends is seen. */
  most: number
  step?: number
  /** How many kinds of run take turns: each has other moments, so each must have come to its end. */
  kinds?: number
}

type Look<P extends ProductName> = (after: { world: World<P>; place: string; when: string }) => Promise<void>
