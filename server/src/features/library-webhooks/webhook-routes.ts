import * as routes from '@foyer/contract/library-webhooks'
import { type Binding, bind, type RequestHead } from '#http/bind.ts'
import { addressKey, type RateLimits } from '#http/rate-limits.ts'
import { Refusal } from '#kit/refusal.ts'
import type { LibraryEvents } from './library-events.ts'
import type { ManagedWebhooks } from './managed-webhooks.ts'
import { hasCredentialInQuery, readBasic } from './webhook-rules.ts'

export function webhookRoutes(parts: {
  managed: ManagedWebhooks
  library_events: LibraryEvents
  limits: RateLimits
}): Binding[] {
  const { managed, library_events, limits } = parts

  /**
   * 1/6: the same refusal for a missing, wrong or unknown credential and for one in the URL. A correct credential
   * is never rate-limited.
   */
  async function authoriseManager({ params, query, authorization, facts }: RequestHead): Promise<void> {
    const credential = hasCredentialInQuery(query) ? null : readBasic(authorization)
    if (credential && (await library_events.knows(params['instanceID'] ?? '', credential))) return
    limits.take('webhook', addressKey(facts.ip))
    throw new Refusal('unauthorized', {
      error: 'This webhook needs the credential that Foyer gave to the library manager.',
      headers: { 'www-authenticate': 'Basic realm="Foyer"' },
    })
  }

  return [
    bind(routes.getInstanceWebhook).to(({ params, facts }) => managed.read(params.id, facts.origin)),
    bind(routes.postInstanceWebhook).to(({ params, facts }) => managed.renew(params.id, facts.origin)),
    bind(routes.postLibraryWebhook)
      .guardedBy(authoriseManager)
      .to(async ({ params, body }) => {
        await library_events.receive(params.instanceID, body)
        return { ok: true }
      }),
  ]
}
