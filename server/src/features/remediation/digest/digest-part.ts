import * as routes from '@foyer/contract/remediation/remediation'
import type { Alerts } from '#features/notifications/index.ts'
import { bind } from '#http/bind.ts'
import type { Platform } from '#platform/platform.ts'
import { readDigest } from './digest.ts'
import { createDigestAlert } from './digest-alert.ts'

export function createDigestPart(platform: Platform, { alerts }: { alerts: Alerts }) {
  const { database, clock } = platform
  return {
    routes: [
      bind(routes.getAgentDigest).to(({ query }) => readDigest(database.read, query.days, clock.now())),
    ],
    start: createDigestAlert({ ...platform, alerts }).schedule,
  }
}
