import { dropAfterCommit, dropBefore, type Fault, garbage, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { shareAmongTests } from '#test/engines.ts'
import { freePort } from '#test/loopback-servers.ts'
import { startSimulators } from '#test/managers.ts'
import { MESSAGE, senderParts, sendWith } from '#test/senders.ts'
import { createNtfySender } from './ntfy-sender.ts'

const sender = createNtfySender(senderParts())
const world = shareAmongTests(() => startSimulators({ products: ['ntfy'] }))

describe('ntfy', () => {
  it('gets the text at the address of the topic, and the rest in headers', async () => {
    const { ntfy } = world()
    expect(await sendWith(sender, `${ntfy.url}/foyer-news`)()).toEqual({ kind: 'sent' })
    expect(ntfy.messages('foyer-news')).toMatchObject([
      {
        title: MESSAGE.title,
        message: MESSAGE.body,
        priority: 3,
        tags: ['clapper'],
        click: MESSAGE.url,
        attach: MESSAGE.image_url,
      },
    ])
  })

  it('gets the facts below the text, any letters, and nothing that is not known', async () => {
    const { ntfy } = world()
    const { url: _url, image_url: _image, ...bare } = MESSAGE
    const fields = [{ name: 'Requested by', value: 'mia' }]
    const title = 'Grüße – 東京'
    await sendWith(sender, `${ntfy.url}/facts`)({ ...bare, event: 'agent_digest', title, fields })
    expect(ntfy.messages('facts')).toMatchObject([
      {
        title,
        message: `${MESSAGE.body}\nRequested by: mia`,
        tags: [],
        click: undefined,
        attach: undefined,
      },
    ])
  })

  it.each(['tk_0123456789abcdef', 'mia:pass:word'])(
    'lets in with a token, or a name and password',
    async secret => {
      const { ntfy } = world()
      ntfy.protect('private', { token: 'tk_0123456789abcdef', user: 'mia', password: 'pass:word' })
      expect(await sendWith(sender, `${ntfy.url}/private`, secret)()).toEqual({ kind: 'sent' })
      const refused = { kind: 'failed', reason: 'unauthorized' }
      expect(await sendWith(sender, `${ntfy.url}/private`, 'tk_wrong')()).toEqual(refused)
      expect(await sendWith(sender, `${ntfy.url}/private`)()).toEqual(refused)
    },
  )

  it.each<[string, Fault, object]>([
    ['429', status(429, { retry_after: 7 }), { kind: 'retry', reason: 'rate_limited', after_ms: 7000 }],
    ['400', status(400), { kind: 'failed', reason: 'refused' }],
    ['500', status(500), { kind: 'unconfirmed', reason: 'server_error' }],
    ['a cut', dropBefore(), { kind: 'unconfirmed', reason: 'connection_lost' }],
    ['a cut after it arrived', dropAfterCommit(), { kind: 'unconfirmed', reason: 'connection_lost' }],
    ['a 200 of something else', garbage('html'), { kind: 'unconfirmed', reason: 'no_receipt' }],
  ])('%s', async (_what, fault, outcome) => {
    const { ntfy } = world()
    ntfy.faults.next('POST /:topic', fault)
    const before = ntfy.journal.requests('POST /:topic').length
    expect(await sendWith(sender, `${ntfy.url}/faults`)()).toEqual(outcome)
    expect(ntfy.journal.requests('POST /:topic')).toHaveLength(before + 1)
  })

  it('that is not there may be tried again', async () => {
    const send = sendWith(sender, `http://127.0.0.1:${await freePort()}/news`)
    expect(await send()).toEqual({ kind: 'retry', reason: 'unreachable' })
  })

  it('on a private address is not called for a person', async () => {
    const { ntfy } = world()
    const target = { address: `${ntfy.url}/mine`, secret: null, is_personal: true }
    const outcome = await sender.send(target, MESSAGE, new AbortController().signal)
    expect(outcome).toEqual({ kind: 'failed', reason: 'forbidden_address' })
    expect(ntfy.messages('mine')).toEqual([])
  })
})
