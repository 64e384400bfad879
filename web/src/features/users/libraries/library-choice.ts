import type { DefaultInstances, InstanceGrants } from '@foyer/contract/instances/instance-grants'
import {
  hasGlobalDefault,
  isLibraryManager,
  LIBRARY_MANAGERS,
  MEDIA_SERVERS,
} from '@foyer/contract/instances/instance-types'
import type { Instance } from '@foyer/contract/instances/instances'

export type Choosable = Pick<Instance, 'id' | 'name' | 'service_type' | 'is_default' | 'sort_order'>

export interface LibraryChoice {
  pins: DefaultInstances
  grants: InstanceGrants
}

/** Types that can be granted, in order. Transcoders are for admins only. */
const GIVEN = [...LIBRARY_MANAGERS, ...MEDIA_SERVERS] as const
export type GrantedType = (typeof GIVEN)[number]

export interface LibraryGroup {
  type: GrantedType
  instances: readonly Choosable[]
  /** Whether one of several must be chosen as the default. */
  has_default: boolean
  pin: string
  /** The default of people without their own; absent if nothing is granted by default. */
  server_default: Choosable | undefined
}

export function groupLibraries(instances: readonly Choosable[], choice: LibraryChoice): LibraryGroup[] {
  return GIVEN.map(type => groupOf(type, instances, choice)).filter(group => group.instances.length > 0)
}

function groupOf(type: GrantedType, all: readonly Choosable[], choice: LibraryChoice): LibraryGroup {
  const instances = all.filter(one => one.service_type === type).toSorted(inOrder)
  const server_default = hasGlobalDefault(type)
    ? (instances.find(one => one.is_default) ?? instances[0])
    : undefined
  const pin = choice.pins[type] ?? ''
  return { type, instances, has_default: isLibraryManager(type) && instances.length > 1, pin, server_default }
}

function inOrder(a: Choosable, b: Choosable): number {
  return a.sort_order - b.sort_order || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1)
}

export type Use =
  /** Granted directly. */
  | 'given'
  /** Their own default, which is a grant too. */
  | 'pinned'
  /** The server's default. */
  | 'shared'
  | 'none'

/** Why this person may use an instance (0.6: pins and grants, and the server's default without a pin). */
export function reasonOf(group: LibraryGroup, instance_id: string, choice: LibraryChoice): Use {
  if (group.pin === instance_id) return 'pinned'
  if (choice.grants[group.type]?.includes(instance_id)) return 'given'
  return group.pin === '' && group.server_default?.id === instance_id ? 'shared' : 'none'
}

/** Those of one type that this person may use, in order. */
export function usableLibraries(
  type: GrantedType,
  instances: readonly Choosable[],
  choice: LibraryChoice,
): readonly Choosable[] {
  const group = groupOf(type, instances, choice)
  return group.instances.filter(({ id }) => reasonOf(group, id, choice) !== 'none')
}

/** With a single instance, a pin set by an app is removed as well; otherwise the box could not be cleared. */
export function setGranted(
  choice: LibraryChoice,
  group: LibraryGroup,
  instance_id: string,
  granted: boolean,
): LibraryChoice {
  const { type } = group
  const others = (choice.grants[type] ?? []).filter(id => id !== instance_id)
  const grants = { ...choice.grants, [type]: granted ? [...others, instance_id] : others }
  const pins = !granted && group.pin === instance_id ? { ...choice.pins, [type]: '' } : choice.pins
  return { pins, grants }
}

export function setPin(choice: LibraryChoice, type: GrantedType, instance_id: string): LibraryChoice {
  return { ...choice, pins: { ...choice.pins, [type]: instance_id } }
}

/** What a form changed, and what it showed when it did. */
export interface LibraryEdit {
  from: LibraryChoice
  to: LibraryChoice
}

/**
 * An edit on top of what is saved by now. Saving replaces the whole choice, so a library granted elsewhere since, such
 * as to somebody who asked for it, has to be part of it.
 */
export function applyEdit(saved: LibraryChoice, { from, to }: LibraryEdit): LibraryChoice {
  const pins = { ...saved.pins }
  const grants = { ...saved.grants }
  for (const type of GIVEN) {
    const pin = to.pins[type] ?? ''
    if (pin !== (from.pins[type] ?? '')) pins[type] = pin
    const before = from.grants[type] ?? []
    const after = to.grants[type] ?? []
    const now = saved.grants[type] ?? []
    const kept = now.filter(id => after.includes(id) || !before.includes(id))
    const added = after.filter(id => !before.includes(id) && !now.includes(id))
    if (added.length > 0 || kept.length < now.length) grants[type] = [...kept, ...added]
  }
  return { pins, grants }
}
