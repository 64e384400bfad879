import { getMetrics } from '@foyer/contract/service'
import { bearerToken } from '#http/authenticate.ts'
import { type Binding, bind } from '#http/bind.ts'
import { authFailure } from '#kit/caller.ts'
import { equalInConstantTime } from '#kit/crypto.ts'
import { PROMETHEUS_TEXT } from '#kit/metrics/prometheus-text.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Metrics } from './metrics-service.ts'

/** C66: without a token, nothing reveals that metrics exist. */
export function metricsRoutes(opened: { token: string; metrics: Metrics } | null): Binding[] {
  return [
    bind(getMetrics).to(async ({ raw }) => {
      if (opened === null) throw new Refusal('not_found')
      const given = bearerToken(raw.request.headers.authorization) ?? ''
      if (!equalInConstantTime(given, opened.token)) throw authFailure('unauthorized')
      const text = await opened.metrics.read()
      return raw.reply.type(PROMETHEUS_TEXT).send(text)
    }),
  ]
}
