import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#kit/durations.ts'
import type { TestAnswer } from '#test/app.ts'
import { expectOk } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { buildWorld } from '#test/world.ts'

const OWN = '/api/me/destinations'

let people = 0

async function open() {
  const world = await buildWorld({ products: ['smtp'] })
  const { app, smtp, asAdmin } = world
  const server = { host: smtp.host, port: smtp.port, security: 'none', from: 'foyer@example.org' }
  expectOk(await asAdmin('PUT', '/api/admin/email', { enabled: true, ...server }))

  /** Somebody new with an address of their own that is not confirmed yet. */
  async function addAddress(address = `person${people + 1}@example.org`) {
    people += 1
    const { call, session } = await world.addUser(`person${people}`)
    const draft = { kind: 'email', name: 'Mail', address }
    const { id } = expectOk(await call('POST', OWN, draft))
    return {
      id,
      call,
      address,
      user_id: session.user.id,
      read: async () => expectOk(await call('GET', `${OWN}/${id}`)),
      change: (body: unknown) => call('PUT', `${OWN}/${id}`, body),
      resend: () => call('POST', `${OWN}/${id}/test`),
      mails: () => smtp.mailsTo(address),
    }
  }

  const openLink = (url: string, headers: Record<string, string> = {}) => {
    const { pathname, search } = new URL(url)
    return app.call('GET', `${pathname}${search}`, { headers })
  }
  return { ...world, addAddress, openLink }
}

/** The address behind the button. */
function linkIn(mail: { text: string } | undefined): string {
  return /https?:\S+\/destinations\/confirm\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? 'no link'
}

const pageOf = ({ status, raw }: TestAnswer) => ({
  status,
  heading: /<h1>(.*)<\/h1>/.exec(raw.toString())?.[1],
})
const CONFIRMED = { status: 200, heading: 'Address confirmed' }
const NO_LONGER = { status: 200, heading: 'This link no longer works' }

describe('a personal e-mail address (C64)', () => {
  const world = shareAmongTests(open)

  it('is confirmed by the link that was sent to it, once', async () => {
    const { app, settle, addAddress, openLink } = world()
    const { read, mails, resend } = await addAddress()
    expect(await read()).toMatchObject({ confirmed: false, has_secret: false })
    await settle()
    expect(mails()).toMatchObject([{ subject: 'Confirm your e-mail address' }])
    const link = linkIn(mails()[0])
    const page = await openLink(link)
    expect(pageOf(page)).toEqual(CONFIRMED)
    expect(await read()).toMatchObject({ confirmed: true })
    expect(pageOf(await openLink(link))).toEqual(NO_LONGER)
    expect(await read()).toMatchObject({ confirmed: true })
    expect((await resend()).body.status).toBe('sent')
    expect(mails()).toHaveLength(2)
    const { token } = Object.fromEntries(new URL(link).searchParams)
    expect(token).toMatch(/^confirm_[\w-]{43}$/)
    expect(JSON.stringify(app.log.entries)).not.toContain(token)
  })

  it('answers the link with a page that gives nothing away', async () => {
    const { settle, addAddress, openLink } = world()
    const { mails } = await addAddress()
    await settle()
    const german = await openLink(linkIn(mails()[0]), { 'accept-language': 'de-DE,de;q=0.9' })
    expect(pageOf(german)).toEqual({ status: 200, heading: 'Adresse bestätigt' })
    expect(german.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'$/,
      ),
    })
    const unknown = [
      '/destinations/confirm',
      '/destinations/confirm?token=',
      '/destinations/confirm?token=confirm_unknown',
      `/destinations/confirm?token=${'x'.repeat(4000)}`,
      '/destinations/confirm?token=a&token=b',
    ]
    const bodies = new Set<string>()
    for (const path of unknown) {
      const answer = await openLink(`http://foyer.test${path}`)
      expect(pageOf(answer)).toEqual(NO_LONGER)
      bodies.add(answer.raw.toString())
    }
    expect(bodies.size).toBe(1)
  })

  it('is confirmed by the link that was sent, while another one is on its way', async () => {
    const { settle, addAddress, openLink } = world()
    const { resend, mails } = await addAddress()
    await settle()
    await resend()
    await settle()
    expect(mails()).toHaveLength(1)
    expect(pageOf(await openLink(linkIn(mails()[0])))).toEqual(CONFIRMED)
  })

  it('needs a new link when it changes, and the old one stops working', async () => {
    const { smtp, settle, addAddress, openLink } = world()
    const { read, change, mails } = await addAddress()
    await settle()
    const first = linkIn(mails()[0])
    await change({ address: 'moved@example.org' })
    expect(pageOf(await openLink(first))).toEqual(NO_LONGER)
    await settle()
    expect(pageOf(await openLink(linkIn(smtp.mailsTo('moved@example.org')[0])))).toEqual(CONFIRMED)
    await change({ name: 'Another name' })
    expect(await read()).toMatchObject({ confirmed: true })
    await change({ address: 'moved-again@example.org' })
    expect(await read()).toMatchObject({ confirmed: false })
    await settle()
    expect(smtp.mailsTo('moved-again@example.org')).toHaveLength(1)
  })

  it('gets its link again on request, at most once a minute', async () => {
    const { app, settle, addAddress, openLink } = world()
    const { resend, mails } = await addAddress()
    await settle()
    expect((await resend()).body.status).toBe('failed')
    await settle()
    await resend()
    await settle()
    expect(mails()).toHaveLength(1)
    app.clock.advance(MINUTE_MS)
    await settle()
    expect(mails()).toHaveLength(2)
    expect(pageOf(await openLink(linkIn(mails()[0])))).toEqual(NO_LONGER)
    expect(pageOf(await openLink(linkIn(mails()[1])))).toEqual(CONFIRMED)
  })

  it('gets a link once a minute, however many people enter it', async () => {
    const { app, smtp, settle, addAddress } = world()
    const stranger = 'stranger@example.org'
    await addAddress(stranger)
    await addAddress('Stranger@example.org')
    await settle()
    const received = () => smtp.mails().filter(mail => mail.to[0]?.toLowerCase() === stranger)
    expect(received()).toHaveLength(1)
    app.clock.advance(MINUTE_MS)
    await settle()
    expect(received()).toHaveLength(2)
  })

  it('is one of five an hour for a person', async () => {
    const { app, smtp, settle, addAddress } = world()
    const { change, user_id } = await addAddress()
    await settle()
    for (let n = 2; n <= 6; n++) {
      app.clock.advance(MINUTE_MS)
      await change({ address: `target${n}-${user_id}@example.org` })
      await settle()
    }
    const received = smtp.mails().filter(({ to }) => to[0]?.endsWith(`-${user_id}@example.org`))
    expect(received.map(({ to }) => to[0]?.slice(0, 7))).toEqual(['target2', 'target3', 'target4', 'target5'])
  })
})
