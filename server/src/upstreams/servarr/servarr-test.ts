import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { ConnectionTester } from '#ports/instance-connection.ts'
import { mismatch, probe } from '../probe/probe.ts'
import { servarrHeaders, type ServarrProduct } from './servarr-client.ts'

const SystemStatus = z.object({ appName: z.string(), version: z.string() })

/** servarr-common.md, 1: the name in system/status detects a Radarr that was saved as Sonarr. */
export function createServarrTester(
  internal: Transport,
  { product, apps, api }: ServarrProduct,
): ConnectionTester {
  return {
    product,
    async test(connection, signal) {
      const url = `${connection.url}/${api}/system/status`
      const headers = servarrHeaders(connection)
      const status = await probe(internal, { upstream: product, url, headers, signal }, SystemStatus)
      if (!apps.includes(status.appName)) throw mismatch(product, 'wrong_service')
      return { version: status.version }
    },
  }
}
