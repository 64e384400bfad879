import { fillTemplate } from '@foyer/contract/destinations/webhook-template'
import { dropAfterCommit, type Fault, garbage, status, wrongKey } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { shareAmongTests } from '#test/engines.ts'
import { startSimulators } from '#test/managers.ts'
import { MESSAGE, senderParts, sendWith } from '#test/senders.ts'
import { createWebhookSender, signatureOf } from './webhook-sender.ts'

const HOOK = 'POST /hooks/:token'
const sender = createWebhookSender({ ...senderParts(), fillTemplate })
const world = shareAmongTests(() => startSimulators({ products: ['webhookReceiver'] }))

describe('a webhook (C64)', () => {
  it('gets the event as JSON, without a signature when there is no secret', async () => {
    const { webhookReceiver } = world()
    expect(await sendWith(sender, webhookReceiver.hook_url)()).toEqual({ kind: 'sent' })
    expect(webhookReceiver.journal.requests(HOOK).at(-1)?.body).toEqual({
      event: 'new_movie',
      title: MESSAGE.title,
      message: MESSAGE.body,
      url: MESSAGE.url,
      data: MESSAGE.data,
    })
    expect(webhookReceiver.received().at(-1)?.signed).toBeNull()
  })

  it('can check the signature with nothing but the secret', async () => {
    const { webhookReceiver } = await startSimulators({ products: ['webhookReceiver'] })
    webhookReceiver.requireSignature('between us')
    expect(await sendWith(sender, webhookReceiver.hook_url, 'between us')()).toEqual({ kind: 'sent' })
    const refused = { kind: 'failed', reason: 'unauthorized' }
    expect(await sendWith(sender, webhookReceiver.hook_url, 'guessed')()).toEqual(refused)
    expect(webhookReceiver.received().map(one => one.signed)).toEqual(['rightly'])
    expect(JSON.stringify(webhookReceiver.journal.requests(HOOK))).not.toContain('between us')
  })

  it('gets its own JSON from a template, signed as it is sent', async () => {
    const { webhookReceiver } = await startSimulators({ products: ['webhookReceiver'] })
    webhookReceiver.requireSignature('between us')
    const template =
      '{ "text": "{{title}}: {{message}}",\n  "id": "{{data.tmdb_id}}", "who": "{{data.username}}" }'
    expect(await sendWith(sender, webhookReceiver.any_json_url, 'between us', { template })()).toEqual({
      kind: 'sent',
    })
    const text = `${MESSAGE.title}: ${MESSAGE.body}`
    expect(webhookReceiver.bodies()).toEqual([
      {
        raw: `{ "text": ${JSON.stringify(text)},\n  "id": 603, "who": null }`,
        signed: 'rightly',
      },
    ])
  })

  it('is signed as the documents print it', () => {
    const now = new Date('2026-03-01T12:00:00.900Z')
    expect(signatureOf('{"event":"test"}', 'secret', now)).toBe(
      't=1772366400,v1=cc806e7f665d68e8550f56cd38274d7905450147c7ce942d7b7decaee3527984',
    )
  })

  it.each<[string, Fault, object]>([
    ['any 2xx is a receipt', garbage('html'), { kind: 'sent' }],
    ['401', wrongKey(), { kind: 'failed', reason: 'unauthorized' }],
    ['404', status(404), { kind: 'failed', reason: 'not_found' }],
    ['a redirect', status(302), { kind: 'failed', reason: 'refused' }],
    ['429', status(429), { kind: 'retry', reason: 'rate_limited' }],
    ['500', status(500), { kind: 'unconfirmed', reason: 'server_error' }],
    ['a cut after it arrived', dropAfterCommit(), { kind: 'unconfirmed', reason: 'connection_lost' }],
  ])('%s', async (_what, fault, outcome) => {
    const { webhookReceiver } = world()
    webhookReceiver.faults.next(HOOK, fault)
    expect(await sendWith(sender, webhookReceiver.hook_url)()).toEqual(outcome)
  })
})
