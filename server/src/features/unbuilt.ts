import type { RouteDefinition } from '@foyer/contract/route'
import { bind, type Binding } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'

/** Placeholder while the slices of 2:4.10 to 2:4.12 are built. */
export function unbuilt(routes: Record<string, unknown>): Binding[] {
  return Object.values(routes)
    .filter((one): one is RouteDefinition => typeof one === 'object' && one !== null && 'method' in one)
    .map(route =>
      bind(route).to(() => {
        throw new Refusal('unavailable')
      }),
    )
}
