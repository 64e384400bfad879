import { dropAfterCommit, type Fault, garbage, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { shareAmongTests } from '#test/engines.ts'
import { startSimulators } from '#test/managers.ts'
import { MESSAGE, senderParts, sendWith } from '#test/senders.ts'
import { createGotifySender } from './gotify-sender.ts'

const MESSAGES = 'POST /message'
const sender = createGotifySender(senderParts())
const world = shareAmongTests(() => startSimulators({ products: ['gotify'] }))

describe('Gotify', () => {
  it.each(['', '/', '/push', '/push/'])('gets a message at the server “%s”', async path => {
    const { gotify } = world()
    const before = gotify.messages().length
    expect(await sendWith(sender, `${gotify.url}${path}`, gotify.app_token)()).toEqual({ kind: 'sent' })
    const entry = gotify.journal.requests(MESSAGES).at(-1)
    expect(entry?.headers['x-gotify-key']).toBe(gotify.app_token)
    expect(entry?.body).toEqual({
      title: MESSAGE.title,
      message: MESSAGE.body,
      priority: 5,
      extras: {
        'client::display': { contentType: 'text/plain' },
        'client::notification': { click: { url: MESSAGE.url }, bigImageUrl: MESSAGE.image_url },
      },
    })
    expect(gotify.messages()).toHaveLength(before + 1)
  })

  it('takes no message without its token, and none is sent without one', async () => {
    const { gotify } = world()
    const wrong = await sendWith(sender, gotify.url, 'another-token')()
    expect(wrong).toEqual({ kind: 'failed', reason: 'unauthorized' })
    const asked = gotify.journal.requests(MESSAGES).length
    expect(await sendWith(sender, gotify.url)()).toEqual({ kind: 'failed', reason: 'not_configured' })
    expect(gotify.journal.requests(MESSAGES)).toHaveLength(asked)
  })

  it.each<[string, Fault, object]>([
    ['400', status(400), { kind: 'failed', reason: 'refused' }],
    ['503', status(503), { kind: 'unconfirmed', reason: 'server_error' }],
    ['a cut after it arrived', dropAfterCommit(), { kind: 'unconfirmed', reason: 'connection_lost' }],
    ['a 200 of something else', garbage('html'), { kind: 'unconfirmed', reason: 'no_receipt' }],
  ])('%s', async (_what, fault, outcome) => {
    const { gotify } = world()
    gotify.faults.next(MESSAGES, fault)
    expect(await sendWith(sender, gotify.url, gotify.app_token)()).toEqual(outcome)
  })
})
