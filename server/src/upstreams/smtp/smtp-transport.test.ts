import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import {
  dropAfterMessage,
  greylist,
  rejectRecipient,
  SERVER_TEXT,
  type SmtpFault,
  startSmtp,
} from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '#kit/clock.ts'
import { insideTransaction } from '#kit/transaction-scope.ts'
import type { MailServer } from '#ports/mail-server.ts'
import type { Message } from '#ports/message-sender.ts'
import { createLoopbackCertificate } from '#test/certificate.ts'
import { afterTest } from '#test/engines.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createSmtpTransport } from './smtp-transport.ts'

const LOGIN = { username: 'foyer', password: 'sesame-open-7' }
const NEVER = new AbortController().signal

const MESSAGE: Message = {
  event: 'request_approved',
  title: 'Dune was approved',
  body: 'It is on its way.',
  url: 'https://foyer.example.org/requests/7',
  fields: [{ name: 'Library', value: 'Movies' }],
  occurred_at: '2026-03-01T12:00:00.000Z',
  data: {},
}

function trust(cert: string): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, cert])
  afterTest(async () => setDefaultCACertificates(before))
}

/** Keeps a session waiting, and tells when one has come so far. */
function heldAt(step: SmtpFault['step']): { fault: SmtpFault; reached: Promise<void> } {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  const never = new Promise<void>(() => undefined)
  const fault: SmtpFault = {
    kind: 'held',
    step,
    get until() {
      resolve()
      return never
    },
  }
  return { fault, reached }
}

async function openMailServer(
  parts: Partial<Parameters<typeof startSmtp>[0]> = {},
  clock: Clock = systemClock,
) {
  const smtp = await startSmtp({ now: Date.now, ...parts })
  afterTest(() => smtp.close())
  const transport = createSmtpTransport({ clock, server_name: 'Home' })
  const server: MailServer = {
    host: smtp.host,
    port: smtp.port,
    security: 'none',
    username: '',
    password: '',
    from: { name: '', address: 'foyer@example.org' },
  }
  const send = (change: Partial<MailServer> = {}, message = MESSAGE, signal = NEVER) =>
    transport.send({ ...server, ...change }, 'mia@example.org', message, signal)
  return { smtp, send }
}

describe('an e-mail (C64)', () => {
  it('has a text and an HTML part, and says that a program sent it', async () => {
    const { smtp, send } = await openMailServer()
    expect(await send()).toEqual({ kind: 'sent' })
    const [mail] = smtp.mails()
    expect(mail).toMatchObject({
      from: 'foyer@example.org',
      to: ['mia@example.org'],
      subject: 'Dune was approved',
      secure: false,
      username: '',
    })
    expect(mail?.headers).toMatchObject({
      from: 'Home <foyer@example.org>',
      to: 'mia@example.org',
      'auto-submitted': 'auto-generated',
      'message-id': expect.stringMatching(/^<[^@\s]+@example\.org>$/),
      date: expect.stringMatching(/^\w{3}, \d+ \w{3} \d{4} /),
    })
    expect(mail?.text).toContain('It is on its way.')
    expect(mail?.text).toContain('Library: Movies')
    expect(mail?.text).toContain('https://foyer.example.org/requests/7')
    expect(mail?.html).toContain('href="https://foyer.example.org/requests/7"')
  })

  it('keeps other alphabets', async () => {
    const { smtp, send } = await openMailServer()
    const title = 'Die fabelhafte Welt der Amélie ist da – 千と千尋の神隠し folgt morgen Abend'
    await send({ from: { name: 'Zuhause Müller', address: 'foyer@example.org' } }, { ...MESSAGE, title })
    expect(smtp.mails()[0]).toMatchObject({ subject: title })
    expect(smtp.mails()[0]?.headers['from']).toBe('Zuhause Müller <foyer@example.org>')
    expect(smtp.mails()[0]?.html).toContain(title)
  })

  it('goes out with a sign-in and STARTTLS', async () => {
    const tls = createLoopbackCertificate()
    trust(tls.cert)
    const { smtp, send } = await openMailServer({ tls, login: LOGIN })
    expect(await send({ security: 'starttls', ...LOGIN })).toEqual({ kind: 'sent' })
    expect(smtp.mails()).toMatchObject([{ secure: true, username: LOGIN.username }])
  })

  it('goes out over TLS from the first byte', async () => {
    const tls = createLoopbackCertificate()
    trust(tls.cert)
    const { smtp, send } = await openMailServer({ tls, login: LOGIN, implicit_tls: true })
    expect(await send({ security: 'tls', ...LOGIN })).toEqual({ kind: 'sent' })
    expect(smtp.mails()).toMatchObject([{ secure: true, username: LOGIN.username }])
  })
})

describe('encryption', () => {
  it('needs a certificate that somebody vouches for', async () => {
    const tls = createLoopbackCertificate()
    const starttls = await openMailServer({ tls, login: LOGIN })
    const insecure = { kind: 'retry', reason: 'insecure' }
    expect(await starttls.send({ security: 'starttls', ...LOGIN })).toMatchObject(insecure)
    const implicit = await openMailServer({ tls, login: LOGIN, implicit_tls: true })
    expect(await implicit.send({ security: 'tls', ...LOGIN })).toMatchObject(insecure)
    expect([...starttls.smtp.mails(), ...implicit.smtp.mails()]).toEqual([])
  })

  it('is not left out when the server offers none', async () => {
    const { smtp, send } = await openMailServer()
    expect(await send({ security: 'starttls' })).toMatchObject({ kind: 'retry', reason: 'insecure' })
    expect(smtp.mails()).toEqual([])
  })
})

describe('the outcome of sending (2:4.10)', () => {
  const table: readonly { fault: SmtpFault; outcome: object; kept: number }[] = [
    { fault: rejectRecipient(), outcome: { kind: 'failed', reason: 'refused' }, kept: 0 },
    { fault: greylist(), outcome: { kind: 'retry', reason: 'rate_limited', after_ms: 300_000 }, kept: 0 },
    { fault: { kind: 'reply', step: 'connect', code: 421 }, outcome: { kind: 'retry' }, kept: 0 },
    { fault: { kind: 'reply', step: 'connect', code: 554 }, outcome: { kind: 'failed' }, kept: 0 },
    {
      fault: { kind: 'reply', step: 'mail', code: 530 },
      outcome: { kind: 'failed', reason: 'unauthorized' },
      kept: 0,
    },
    { fault: { kind: 'reply', step: 'message', code: 452 }, outcome: { kind: 'retry' }, kept: 0 },
    {
      fault: { kind: 'reply', step: 'message', code: 554 },
      outcome: { kind: 'failed', reason: 'refused' },
      kept: 0,
    },
    { fault: { kind: 'drop', step: 'connect' }, outcome: { kind: 'retry', reason: 'unreachable' }, kept: 0 },
    { fault: { kind: 'drop', step: 'rcpt' }, outcome: { kind: 'retry', reason: 'unreachable' }, kept: 0 },
    { fault: dropAfterMessage(), outcome: { kind: 'unconfirmed', reason: 'connection_lost' }, kept: 1 },
  ]

  it.each(table)(
    '$fault.kind $fault.code at $fault.step: $outcome.kind',
    async ({ fault, outcome, kept }) => {
      const { smtp, send } = await openMailServer()
      smtp.faults.next(fault)
      const result = await send()
      expect(result).toMatchObject(outcome)
      expect(JSON.stringify(result)).not.toContain(SERVER_TEXT)
      expect(smtp.mails()).toHaveLength(kept)
    },
  )

  it('retries when nobody listens and when the name is unknown', async () => {
    const { smtp, send } = await openMailServer()
    await smtp.close()
    expect(await send()).toMatchObject({ kind: 'retry', reason: 'unreachable' })
    expect(await send({ host: 'mail.invalid' })).toMatchObject({ kind: 'retry', reason: 'unreachable' })
  })

  it('fails when the sign-in is refused or not offered', async () => {
    const strict = await openMailServer({ login: LOGIN })
    const refused = { kind: 'failed', reason: 'unauthorized' }
    expect(await strict.send({ ...LOGIN, password: 'wrong-password' })).toEqual(refused)
    expect(await strict.send()).toEqual(refused)
    const open = await openMailServer()
    expect(await open.send(LOGIN)).toEqual(refused)
    expect([...strict.smtp.mails(), ...open.smtp.mails()]).toEqual([])
  })

  it('throws when the caller leaves', async () => {
    const { smtp, send } = await openMailServer()
    const caller = new AbortController()
    const { fault, reached } = heldAt('rcpt')
    smtp.faults.next(fault)
    const sending = send({}, MESSAGE, caller.signal)
    await reached
    caller.abort(new Error('the caller left'))
    await expect(sending).rejects.toThrow('the caller left')
  })

  it.each([
    { step: 'rcpt', outcome: { kind: 'retry', reason: 'unreachable' } },
    { step: 'message', outcome: { kind: 'unconfirmed', reason: 'timeout' } },
  ] as const)('is $outcome.kind when the server falls silent at $step', async ({ step, outcome }) => {
    const clock = createTestClock()
    const { smtp, send } = await openMailServer({}, clock)
    const { fault, reached } = heldAt(step)
    smtp.faults.next(fault)
    const sending = send()
    await reached
    // The outbox gives up after 24 seconds, and knows less.
    clock.advance(23_999)
    expect(await sending).toEqual(outcome)
  })

  it('refuses to send inside a transaction', async () => {
    const { smtp, send } = await openMailServer()
    await expect(insideTransaction(() => send())).rejects.toThrow('inside a database transaction')
    expect(smtp.sessions()).toBe(0)
  })
})
