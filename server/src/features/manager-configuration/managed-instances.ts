import { isLibraryManager, type LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { Caller } from '#kit/caller.ts'
import { sha256 } from '#kit/crypto.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { ManagerConfigurationPort } from '#ports/manager-configuration.ts'

/** The instance a change was made on, as it was then. */
export interface InstanceBinding {
  service_type: LibraryManagerType
  instance_id: string
  instance_name: string
  /** An instance that moved to another address is another library. */
  instance_url_hash: string
}

/** A library manager that can be asked now. */
export interface ManagedInstance {
  binding: InstanceBinding
  port: ManagerConfigurationPort
  connection: Connection
}

export type ConfigurationPorts = Readonly<Record<LibraryManagerType, ManagerConfigurationPort>>

interface Parts {
  database: Pick<Database, 'read'>
  inventory: Pick<Inventory, 'resolve' | 'find' | 'list' | 'connectionOf'>
  ports: ConfigurationPorts
}

function bindingOf({ id, name, url, service_type }: InstanceRecord): InstanceBinding | null {
  if (!isLibraryManager(service_type)) return null
  return { service_type, instance_id: id, instance_name: name, instance_url_hash: sha256(url) }
}

function isSameBinding(one: InstanceBinding, other: Omit<InstanceBinding, 'instance_name'>): boolean {
  return one.service_type === other.service_type && one.instance_url_hash === other.instance_url_hash
}

export function createManagedInstances({ database, inventory, ports }: Parts) {
  function managed(instance: InstanceRecord): ManagedInstance | null {
    const binding = bindingOf(instance)
    if (!binding) return null
    const connection = inventory.connectionOf(instance)
    return { binding, port: ports[binding.service_type], connection }
  }

  return {
    portOf: (service_type: LibraryManagerType): ManagerConfigurationPort => ports[service_type],

    /** The named instance, or the default of this kind; refused as everywhere else (0.6). */
    async resolve(
      caller: Caller,
      service: LibraryManagerType,
      instance_id?: string,
    ): Promise<ManagedInstance> {
      const found = managed(await inventory.resolve(database.read, caller, service, instance_id))
      if (!found) throw new Error(`${service} is not a library manager`)
      return found
    },

    /** Null: it is gone, or it is another library now. */
    async findSame(before: Omit<InstanceBinding, 'instance_name'>): Promise<ManagedInstance | null> {
      const instance = await inventory.find(database.read, before.instance_id)
      const binding = instance && bindingOf(instance)
      return binding && isSameBinding(binding, before) ? managed(instance) : null
    },

    /** Which of these are still the same library, for a list; nothing is asked over the network. */
    async unchangedAmong(): Promise<(before: Omit<InstanceBinding, 'instance_name'>) => boolean> {
      const bindings = new Map(
        (await inventory.list(database.read)).map(instance => [instance.id, bindingOf(instance)]),
      )
      return before => {
        const binding = bindings.get(before.instance_id)
        return binding ? isSameBinding(binding, before) : false
      }
    },
  }
}

export type ManagedInstances = ReturnType<typeof createManagedInstances>
