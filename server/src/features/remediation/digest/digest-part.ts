import * as routes from '@foyer/contract/remediation/remediation'
import { bind } from '#http/bind.ts'
import type { Platform } from '#platform/platform.ts'
import type { RemediationNeeds } from '../slice.ts'
import { unbuilt } from '../unbuilt.ts'

export function createDigestPart(_platform: Platform, _needs: RemediationNeeds) {
  return { routes: [bind(routes.getAgentDigest).to(unbuilt)], async start(): Promise<void> {} }
}
