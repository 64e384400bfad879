import { isMediaServer, type ServiceType } from '@foyer/contract/instances/instance-types'
import type { InstanceChange, InstanceCandidate } from '@foyer/contract/instances/instances'
import type { Database } from '#db/database.ts'
import { Refusal } from '#kit/refusal.ts'
import { secretRequired } from '#kit/secret-required.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { ConnectionTests, Tried } from './connection-tests.ts'
import { connectionSentence } from './connection-rules.ts'
import { acceptUrl, movesKey, replacesKey } from '../instance-field-rules.ts'
import type { Inventory } from '../instance-inventory.ts'
import type { InstanceRecord } from '../instance-store.ts'
import type { OwnerLinks } from './owner-links.ts'

type ConnectionFields = Pick<InstanceChange, 'url' | 'api_key' | 'clear_api_key' | 'link_pin'>

/** The connection of an instance if it were saved with these values: blank secrets fall back to the stored ones. */
export function mergeConnection(
  fields: ConnectionFields,
  stored: Connection | null,
  links: OwnerLinks,
): Connection {
  const url = fields.url === undefined ? null : acceptUrl(fields.url)
  const linked = fields.link_pin === undefined ? null : links.tokenOf(fields.link_pin)
  const kept = fields.clear_api_key ? null : (stored?.api_key ?? null)
  return { url: url ?? stored?.url ?? '', api_key: linked ?? (fields.api_key || kept) }
}

/** Tests connections that are not saved yet (1/I). */
export function createCandidates(deps: {
  database: Database
  inventory: Inventory
  tests: ConnectionTests
  links: OwnerLinks
}) {
  const { database, inventory, tests, links } = deps

  async function storedAs(type: ServiceType, id: string | undefined): Promise<InstanceRecord | undefined> {
    const found = id === undefined ? undefined : await inventory.find(database.read, id)
    // A stored key is only ever sent to the kind of service that it was saved for.
    return found?.service_type === type ? found : undefined
  }

  /** C25: for any address, the answer is a test result and never a refusal. */
  async function test(candidate: InstanceCandidate): Promise<Tried> {
    const { service_type } = candidate
    const stored = await storedAs(service_type, candidate.id)
    if (acceptUrl(candidate.url) === null) return failed('invalid_url')
    if (movesKey(candidate, stored)) return failed('secret_required')
    const saved = stored ? inventory.reachOf(stored) : null
    const is_key_lost = stored?.api_key_box && saved?.api_key === null
    if (is_key_lost && !replacesKey(candidate)) return KEY_LOST
    const connection = tryToMerge(candidate, saved)
    return connection ? tests.attempt(service_type, connection) : failed('unauthorized')
  }

  /** For a test, an expired link is a credential that does not work. */
  function tryToMerge(candidate: InstanceCandidate, stored: Connection | null): Connection | null {
    try {
      return mergeConnection(candidate, stored, links)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'pin_expired') return null
      throw error
    }
  }

  async function listLibraries(candidate: Partial<InstanceCandidate>) {
    const found = candidate.id === undefined ? undefined : await inventory.find(database.read, candidate.id)
    if (candidate.id !== undefined && !found) throw new Refusal('not_found')
    const type = candidate.service_type ?? found?.service_type
    if (!type) throw required('service_type')
    if (!isMediaServer(type)) throw new Refusal('wrong_service_type')
    if (candidate.url !== undefined && acceptUrl(candidate.url) === null) {
      throw invalid('url', connectionSentence('invalid_url', ''))
    }
    const saved = found?.service_type === type ? found : undefined
    if (movesKey(candidate, saved)) throw secretRequired('api_key')
    // A key that cannot be decrypted is 503, unless it is being replaced.
    const reach = replacesKey(candidate) ? inventory.reachOf : inventory.connectionOf
    const stored = saved ? reach(saved) : null
    if (candidate.url === undefined && !stored) throw required('url')
    return tests.listLibraries(type, mergeConnection(candidate, stored, links))
  }

  return { test, listLibraries }
}

/** It was encrypted with another encryption key. */
const KEY_LOST: Tried = {
  ok: false,
  category: 'secret_required',
  error: 'The stored key cannot be decrypted. Enter it again.',
}

function failed(category: 'invalid_url' | 'unauthorized' | 'secret_required'): Tried {
  return { ok: false, category, error: connectionSentence(category, 'The service') }
}

function required(field: string): Refusal {
  return invalid(field, 'This is required.')
}

function invalid(field: string, sentence: string): Refusal {
  return new Refusal('validation', { error: `${field}: ${sentence}`, fields: { [field]: sentence } })
}
