import * as routes from '@foyer/contract/remediation/remediation'
import { bind } from '#http/bind.ts'
import type { Platform } from '#platform/platform.ts'
import type { RemediationNeeds } from '../slice.ts'
import { readDigest } from './digest.ts'
import { createDigestAlert } from './digest-alert.ts'

export function createDigestPart(platform: Platform, { alerts }: Pick<RemediationNeeds, 'alerts'>) {
  const { database, clock } = platform
  return {
    routes: [
      bind(routes.getAgentDigest).to(({ query }) => readDigest(database.read, query.days, clock.now())),
    ],
    start: createDigestAlert({ ...platform, alerts }).schedule,
  }
}
