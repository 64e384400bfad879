import { z } from 'zod'
import { MINUTE_MS } from '#kit/durations.ts'
import type { OutboundAnswer, Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Connection } from '#ports/instance-connection.ts'
import {
  type ConfigurationObjection,
  ConfigurationRefused,
  type ManagerConfigurationPort,
  type ManagerDocument,
} from '#ports/manager-configuration.ts'
import { createServarrClient, type ServarrCall, type ServarrProduct } from './servarr-client.ts'
import {
  Document,
  editFormat,
  editProfile,
  formatFrom,
  isSameProfile,
  Languages,
  profileFrom,
  SpecificationKinds,
} from './servarr-configuration-wire.ts'

/** A save updates every title that uses the profile, which takes a while in a large library. */
const SAVE_TIMEOUT_MS = MINUTE_MS

const Failures = z.array(z.object({ propertyName: z.string().nullish() }))

/** Quality profiles and custom formats of the family (servarr-common.md, 7). */
export function createServarrConfiguration(
  internal: Transport,
  product: ServarrProduct,
): ManagerConfigurationPort {
  const client = createServarrClient(internal, product)

  /** A document of another shape is a response that cannot be used. */
  function readable<T>(read: (document: ManagerDocument) => T, document: ManagerDocument): T {
    try {
      return read(document)
    } catch (cause) {
      if (!(cause instanceof z.ZodError)) throw cause
      throw new UpstreamFault({ upstream: product.product, kind: 'bad_answer', status: 200, cause })
    }
  }

  /** Null: no such record, or no such route in this version. */
  async function readIfThere<S extends z.core.$ZodType>(
    schema: S,
    connection: Connection,
    call: ServarrCall,
  ): Promise<z.output<S> | null> {
    const answer = await client.send(connection, { ...call, accept_statuses: [404] })
    return answer.status === 404 ? null : answer.json(schema)
  }

  /** Not idempotent for the transport: a lost response must be known as such. */
  async function save(
    connection: Connection,
    call: Pick<ServarrCall, 'method' | 'path' | 'json'>,
  ): Promise<ManagerDocument> {
    const answer = await client.send(connection, {
      ...call,
      idempotent: false,
      timeout_ms: SAVE_TIMEOUT_MS,
      accept_statuses: [400, 404, 409],
    })
    if (answer.status === 404) throw new ConfigurationRefused(product.product, ['other'])
    if (answer.status >= 400) throw new ConfigurationRefused(product.product, objectionsIn(answer))
    return answer.json(Document)
  }

  return {
    product: product.product,
    async listProfiles(connection, signal) {
      const all = await client.get(z.array(Document), connection, { path: 'qualityprofile', signal })
      return all.map(document => readable(profileFrom, document))
    },
    async findProfile(connection, id, signal) {
      const document = await readIfThere(Document, connection, { path: `qualityprofile/${id}`, signal })
      return document && readable(profileFrom, document)
    },
    async saveProfile(connection, { settings, document }) {
      const path = `qualityprofile/${settings.id}`
      return readable(profileFrom, await save(connection, { method: 'PUT', path, json: document }))
    },
    async listFormats(connection, signal) {
      const all = await readIfThere(z.array(Document), connection, { path: 'customformat', signal })
      return all && all.map(document => readable(formatFrom, document))
    },
    async listSpecificationKinds(connection, signal) {
      const call = { path: 'customformat/schema', signal }
      const kinds = (await readIfThere(SpecificationKinds, connection, call)) ?? []
      return kinds.map(({ implementation, fields }) => ({
        implementation,
        fields: (fields ?? []).map(field => field.name),
      }))
    },
    async saveFormat(connection, { id, document }) {
      const call =
        id === null
          ? ({ method: 'POST', path: 'customformat' } as const)
          : ({ method: 'PUT', path: `customformat/${id}` } as const)
      return readable(formatFrom, await save(connection, { ...call, json: document }))
    },
    listLanguages: (connection, signal) => client.get(Languages, connection, { path: 'language', signal }),
    profileFrom,
    editProfile,
    isSameProfile,
    formatFrom,
    editFormat,
  }
}

/** The names keep C# casing. The manager's own sentences are not passed on. */
const OBJECTIONS: Readonly<Record<string, ConfigurationObjection>> = {
  cutoff: 'cutoff',
  items: 'cutoff',
  formatitems: 'formats',
  minformatscore: 'scores',
  minupgradeformatscore: 'scores',
  // "Minimum Custom Format Score can never be satisfied" names no property.
  '': 'scores',
  name: 'name',
  specifications: 'specifications',
}

function objectionsIn(answer: OutboundAnswer): ConfigurationObjection[] {
  const failures = readFailures(answer)
  if (failures.length === 0) return ['other']
  const found = failures.map(({ propertyName }) => OBJECTIONS[(propertyName ?? '').toLowerCase()] ?? 'other')
  return [...new Set(found)]
}

/** Other forms of a 400 name nothing (servarr-common.md, 2). */
function readFailures(answer: OutboundAnswer): z.output<typeof Failures> {
  try {
    return answer.json(Failures)
  } catch (error) {
    if (error instanceof UpstreamFault) return []
    throw error
  }
}
