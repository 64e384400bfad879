import * as routes from '@foyer/contract/library-webhooks'
import { type Binding, bind, type RequestHead } from '#http/bind.ts'
import { addressKey, type RateLimits } from '#http/rate-limits.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import type { LibraryEvents } from './library-events.ts'
import type { ManagedWebhooks } from './managed-webhooks.ts'
import { hasCredentialInQuery, readBasic, readMessage } from './webhook-rules.ts'

export function webhookRoutes(parts: {
  managed: ManagedWebhooks
  library_events: LibraryEvents
  limits: RateLimits
  log: Log
}): Binding[] {
  const { managed, library_events, limits, log } = parts

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

  /** 1/6: an authenticated manager always gets 200, so what is not a message is ignored. */
  async function receive(instance_id: string, bytes: Buffer | undefined): Promise<void> {
    const body = bytes === undefined ? {} : readMessage(bytes)
    if (body) return library_events.receive(instance_id, body)
    log.debug({ instance_id, size: bytes?.length }, 'a webhook body that is not a JSON object was ignored')
  }

  return [
    bind(routes.getInstanceWebhook).to(({ params, facts }) => managed.read(params.id, facts.origin)),
    bind(routes.postInstanceWebhook).to(({ params, facts }) => managed.renew(params.id, facts.origin)),
    bind(routes.postLibraryWebhook)
      .guardedBy(authoriseManager)
      .to(async ({ params, raw }) => {
        await receive(params.instanceID, raw.bytes)
        return { ok: true }
      }),
  ]
}
