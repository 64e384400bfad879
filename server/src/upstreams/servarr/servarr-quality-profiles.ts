import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { QualityProfiles } from '#ports/quality-profiles.ts'
import { createServarrClient, type ServarrProduct } from './servarr-client.ts'

/** People wait for the list in an open dialog. */
const TIMEOUT_MS = 5000

const Profiles = z.array(z.object({ id: z.int(), name: z.string() }))

export function createServarrQualityProfiles(internal: Transport, product: ServarrProduct): QualityProfiles {
  const client = createServarrClient(internal, product)
  return {
    list: (connection, signal) =>
      client.get(Profiles, connection, { path: 'qualityprofile', timeout_ms: TIMEOUT_MS, signal }),
  }
}
