import { dropAfterCommit, type Fault, garbage, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { shareAmongTests } from '#test/engines.ts'
import { startSimulators } from '#test/managers.ts'
import { MESSAGE, senderParts, sendWith } from '#test/senders.ts'
import { createTelegramSender } from './telegram-sender.ts'

const CHAT = '987654321'
const SEND = 'POST /:bot/sendMessage'
const parts = senderParts()
const world = shareAmongTests(() => startSimulators({ products: ['telegram'] }))

function start(token?: string) {
  const { telegram } = world()
  const sender = createTelegramSender({ ...parts, url: telegram.url })
  const to = (chat: string) => sendWith(sender, chat, token ?? telegram.bot_token)
  return { telegram, sender, to }
}

describe('Telegram', () => {
  it('gets HTML in which nothing of ours is markup', async () => {
    const { telegram, to } = start()
    expect(await to(CHAT)()).toEqual({ kind: 'sent', pause_ms: 1000 })
    const link = 'https://foyer.example.org/movies/603?a=1&amp;b=2'
    expect(telegram.journal.requests(SEND).at(-1)?.body).toEqual({
      chat_id: CHAT,
      text: `<b>New &lt;movie&gt; &amp; more</b>\n${MESSAGE.body}\n\n<a href="${link}">Open in Foyer</a>`,
      parse_mode: 'HTML',
      link_preview_options: { url: MESSAGE.image_url, prefer_small_media: true },
    })
    expect(telegram.messages(CHAT).at(-1)?.text).toBe(`New <movie> & more\n${MESSAGE.body}\n\nOpen in Foyer`)
  })

  it('gets a group or channel more slowly, and no preview of a link without a picture', async () => {
    const { telegram, to } = start()
    const { image_url: _image, url: _url, ...bare } = MESSAGE
    for (const chat of ['-1001234567890', '@our_movies']) {
      telegram.addChat(chat)
      expect(await to(chat)(bare)).toEqual({ kind: 'sent', pause_ms: 3000 })
    }
    expect(telegram.journal.requests(SEND).at(-1)?.body).toMatchObject({
      link_preview_options: { is_disabled: true },
    })
  })

  it('says which part of the address is wrong', async () => {
    const { telegram, sender, to } = start()
    expect(await to('111')()).toEqual({ kind: 'failed', reason: 'not_found' })
    telegram.addChat('222')
    telegram.block('222')
    expect(await to('222')()).toEqual({ kind: 'failed', reason: 'refused' })
    for (const token of ['1:wrong', 'no token at all', '../x']) {
      expect(await start(token).to(CHAT)()).toEqual({ kind: 'failed', reason: 'unauthorized' })
    }
    expect(await sendWith(sender, CHAT)()).toEqual({ kind: 'failed', reason: 'not_configured' })
  })

  it('asks for pauses in its answer, in a header, or without a number', async () => {
    const { telegram, to } = start()
    telegram.limit(0, 40)
    expect(await to(CHAT)()).toEqual({ kind: 'retry', reason: 'rate_limited', after_ms: 40_000 })
    telegram.limit(null)
    const body = { ok: false, parameters: { retry_after: 5 } }
    telegram.faults.next(SEND, status(429, { retry_after: 60, body }), status(429))
    expect(await to(CHAT)()).toEqual({ kind: 'retry', reason: 'rate_limited', after_ms: 60_000 })
    expect(await to(CHAT)()).toEqual({ kind: 'retry', reason: 'rate_limited' })
  })

  it.each<[string, Fault, object]>([
    ['500', status(500), { kind: 'unconfirmed', reason: 'server_error' }],
    ['a cut after it arrived', dropAfterCommit(), { kind: 'unconfirmed', reason: 'connection_lost' }],
    ['a 200 of something else', garbage('html'), { kind: 'unconfirmed', reason: 'no_receipt' }],
    ['a 400 of something else', status(400, { body: 'no' }), { kind: 'failed', reason: 'refused' }],
  ])('%s', async (_what, fault, outcome) => {
    const { telegram, to } = start()
    telegram.faults.next(SEND, fault)
    expect(await to(CHAT)()).toEqual(outcome)
  })
})
