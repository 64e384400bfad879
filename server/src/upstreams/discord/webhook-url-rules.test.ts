import { describe, expect, it } from 'vitest'
import { readWebhookUrl } from './webhook-url-rules.ts'

const DISCORD = 'https://discord.com'
const ID = '1250000000000000001'
const TOKEN = 'aB3_-xyz0123456789'
const PATH = `/api/webhooks/${ID}/${TOKEN}`
const CALLED = `https://discord.com/api/v10/webhooks/${ID}/${TOKEN}`

describe('the address of a chat webhook (2/4.10)', () => {
  it.each([
    `https://discord.com${PATH}`,
    `https://discordapp.com${PATH}`,
    `https://discord.com/api/v10/webhooks/${ID}/${TOKEN}`,
    `https://discord.com/api/v9/webhooks/${ID}/${TOKEN}`,
    `HTTPS://Discord.COM${PATH}`,
  ])('%s is called at the version this server knows', text => {
    const webhook = readWebhookUrl(text, DISCORD)
    expect(webhook).toMatchObject({ url: CALLED, token: TOKEN })
    expect(webhook?.identity).toBe(readWebhookUrl(`https://discord.com${PATH}`, DISCORD)?.identity)
  })

  it.each([
    ['nothing', ''],
    ['no address', 'discord'],
    ['plain http', `http://discord.com${PATH}`],
    ['another host', `https://example.org${PATH}`],
    ['a host that ends alike', `https://evildiscord.com${PATH}`],
    ['a host that begins alike', `https://discord.com.example.org${PATH}`],
    ['another client of Discord', `https://ptb.discord.com${PATH}`],
    ['a port', `https://discord.com:8443${PATH}`],
    ['the default port', `https://discord.com:443${PATH}`],
    ['a user', `https://mia@discord.com${PATH}`],
    ['a user in front of another host', `https://discord.com@example.org${PATH}`],
    ['a query', `https://discord.com${PATH}?wait=false`],
    ['an empty query', `https://discord.com${PATH}?`],
    ['a fragment', `https://discord.com${PATH}#top`],
    ['a slash at the end', `https://discord.com${PATH}/`],
    ['the form for another product', `https://discord.com${PATH}/slack`],
    ['no token', `https://discord.com/api/webhooks/${ID}`],
    ['an id that is not a number', `https://discord.com/api/webhooks/abc/${TOKEN}`],
    ['an escaped token', `https://discord.com/api/webhooks/${ID}/a%2Fb`],
    ['dot segments', `https://discord.com/x/../api/webhooks/${ID}/${TOKEN}`],
    ['backslashes', `https:\\\\discord.com${PATH}`],
    ['a line break', `https://discord.com${PATH}\n`],
    ['another path', `https://discord.com/channels/1/2`],
    ['a version that is no number', `https://discord.com/api/vX/webhooks/${ID}/${TOKEN}`],
    ['a path in capitals', `https://discord.com/API/webhooks/${ID}/${TOKEN}`],
  ])('%s is refused', (_what, text) => {
    expect(readWebhookUrl(text, DISCORD)).toBeNull()
  })
})

describe('another address for Discord (APP_DISCORD_URL)', () => {
  const OWN = 'http://127.0.0.1:9123'

  it('keeps its scheme, port and path', () => {
    expect(readWebhookUrl(`${OWN}${PATH}`, OWN)?.url).toBe(`${OWN}${PATH}`)
    expect(readWebhookUrl(`${OWN}${PATH}`, `${OWN}/`)?.url).toBe(`${OWN}${PATH}`)
    expect(readWebhookUrl(`http://[::1]:9${PATH}`, 'http://[::1]:9')?.url).toBe(`http://[::1]:9${PATH}`)
  })

  it('takes the calls to Discord itself', () => {
    expect(readWebhookUrl(`https://discord.com${PATH}`, OWN)?.url).toBe(`${OWN}${PATH}`)
    expect(readWebhookUrl(`https://discordapp.com${PATH}`, `${OWN}/mirror`)?.url).toBe(`${OWN}/mirror${PATH}`)
  })

  it.each([
    `https://127.0.0.1:9123${PATH}`,
    `http://127.0.0.1${PATH}`,
    `http://127.0.0.1:9124${PATH}`,
    `http://mia@127.0.0.1:9123${PATH}`,
    `${OWN}${PATH}?wait=true`,
    `http://discord.com${PATH}`,
  ])('does not open %s', text => {
    expect(readWebhookUrl(text, OWN)).toBeNull()
  })

  it('does not open a port of Discord itself', () => {
    expect(readWebhookUrl(`https://discord.com:443${PATH}`, DISCORD)).toBeNull()
  })
})
