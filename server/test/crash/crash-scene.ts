import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ProductName, World } from '@foyer/simulators'
import { afterAll, beforeAll, expect } from 'vitest'
import { lastingFolder } from '#test/memory-disk.ts'
import { bundleChild, startChild } from './spawn.ts'
import { isReallyKilled, stopShort } from './stop-short.ts'

const AT_ONCE = 2

/** What a process is told on its command line: where its database is, when to die, and what a scene adds. */
interface CommonOrders {
  place: string
  kill_at: number
}

/** Two worlds of the same make, so that two can die at a time. */
export interface CrashScene<P extends ProductName, Orders extends CommonOrders> {
  /** The program that works and dies, beside this file. */
  child: string
  /** What it does, for the moments in which nothing is really killed. */
  work(orders: Orders, boundary: () => void): Promise<void>
  start(): Promise<World<P>>
  /** A database in that file, right before the work begins. */
  prepare(template: string, world: World<P>): Promise<void>
  /** The world as it was before the work began. */
  reset(world: World<P>, killAt: number): void
  orders(world: World<P>, common: CommonOrders): Orders
}

interface Copy<P extends ProductName> {
  world: World<P>
  template: string
}

interface Moments {
  /** More than there are, so that a loop that never ends is seen. */
  most: number
  step?: number
  /** How many kinds of run take turns: each has other moments, so each must have come to its end. */
  kinds?: number
}

type Look<P extends ProductName> = (after: { world: World<P>; place: string; when: string }) => Promise<void>

/** Registers the making and clearing away of the scene with the test file that calls it. */
export function setCrashScene<P extends ProductName, Orders extends CommonOrders>(
  scene: CrashScene<P, Orders>,
) {
  let folder: string
  let script: string
  let copies: Copy<P>[]

  async function build(template: string): Promise<Copy<P>> {
    const world = await scene.start()
    await scene.prepare(template, world)
    return { world, template }
  }

  beforeAll(async () => {
    folder = lastingFolder('foyer-crash-')
    script = await bundleChild(folder, scene.child)
    const places = Array.from({ length: AT_ONCE }, (_, n) => join(folder, `copy-${n}.db`))
    copies = await Promise.all(places.map(build))
  })
  afterAll(async () => {
    for (const { world } of copies) await world.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Works in a process that dies then. Answers whether it came to that. */
  async function kill(orders: Orders): Promise<boolean> {
    const ended = await startChild(script, orders).ended
    expect(ended === 0 || ended === 'SIGKILL', `killed at ${orders.kill_at}, it ended with ${ended}`).toBe(
      true,
    )
    return ended === 'SIGKILL'
  }

  /** Answers whether there was such a moment. */
  async function crashAt(killAt: number, { world, template }: Copy<P>, look: Look<P>): Promise<boolean> {
    const place = join(folder, `${killAt}.db`)
    copyFileSync(template, place)
    scene.reset(world, killAt)
    const orders = scene.orders(world, { place, kill_at: killAt })
    const died = isReallyKilled(killAt)
      ? await kill(orders)
      : await stopShort(orders, parts => scene.work({ ...orders, place: parts.place }, parts.boundary))
    await look({ world, place, when: `killed at ${killAt}` })
    return died
  }

  return {
    /** Every `step`-th moment until the work ends before it. Answers how many there were. */
    async crashEverywhere({ most, step = 1, kinds = 1 }: Moments, look: Look<P>): Promise<number> {
      let moments = 0
      let next = 1
      const over = new Set<number>()
      await Promise.all(
        copies.map(async copy => {
          for (let n = next; n < most && over.size < kinds; n = next) {
            next += step
            if (await crashAt(n, copy, look)) moments += 1
            else over.add(n % kinds)
          }
        }),
      )
      expect(over.size, 'it came to its end').toBe(kinds)
      return moments
    },
  }
}
