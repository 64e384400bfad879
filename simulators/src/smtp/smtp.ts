import type { AddressInfo, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { type MailMessage, parseMessage } from './mail-message.ts'
import { createSmtpFaults, type SmtpFaults, type SmtpStep } from './smtp-faults.ts'

export interface SmtpOptions {
  now: () => number
  port?: number | undefined
  /** Whoever sends must sign in with this; absent: anybody may send. */
  login?: { username: string; password: string }
  /** STARTTLS with this certificate, as PEM; absent: plain text only. */
  tls?: { key: string; cert: string }
  /** TLS from the first byte, as on port 465. */
  implicit_tls?: boolean
}

/** A message in a mailbox. */
export interface DeliveredMail extends MailMessage {
  from: string
  to: readonly string[]
  subject: string
  /** As it came. */
  source: string
  /** Whether it came by TLS. */
  secure: boolean
  /** Who had signed in; empty: nobody. */
  username: string
  at: number
}

export interface SmtpSimulator {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly url: string
  readonly faults: SmtpFaults
  /** Everything delivered, oldest first. */
  mails: () => readonly DeliveredMail[]
  mailsTo: (address: string) => DeliveredMail[]
  /** How many sessions were opened so far. */
  sessions: () => number
  forget: () => void
  close: () => Promise<void>
  assertClean: () => void
}

const HOST = '127.0.0.1'

/** A mail server that keeps what it is given. Its text to senders holds a secret of its own, which must not be shown. */
export async function startSmtp(options: SmtpOptions): Promise<SmtpSimulator> {
  const { now, login, tls, implicit_tls = false } = options
  const faults = createSmtpFaults()
  const sockets = new Map<number, Socket>()
  let mails: DeliveredMail[] = []
  let sessions = 0

  const server = new SMTPServer({
    logger: false,
    name: 'mail.simulator.test',
    banner: SERVER_TEXT,
    secure: implicit_tls,
    authOptional: !login,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    ...tls,
    onConnect(session, done) {
      sessions += 1
      meet('connect', session, done)
    },
    onAuth({ username, password }, _session, done) {
      if (username === login?.username && password === login?.password) done(null, { user: username })
      else done(replyError(535))
    },
    onMailFrom: (_address, session, done) => meet('mail', session, done),
    onRcptTo: (_address, session, done) => meet('rcpt', session, done),
    onData(stream, session, done) {
      const keep = (source: string) => void mails.push(readMail(source, session, now()))
      receive(stream, source => {
        const fault = faults.take('message')
        if (fault?.kind === 'reply') return done(replyError(fault.code))
        keep(source)
        if (fault?.kind === 'drop') return cut(session)
        if (fault?.kind === 'held') return void fault.until.then(() => done())
        done()
      })
    },
  })
  // A client that goes away in the middle is its own business.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort
    if (port === undefined) return
    sockets.set(port, socket)
    socket.once('close', () => sockets.delete(port))
  })

  function meet(step: SmtpStep, session: SMTPServerSession, done: (error?: Error | null) => void): void {
    const fault = faults.take(step)
    if (!fault) return done()
    if (fault.kind === 'reply') return done(replyError(fault.code))
    if (fault.kind === 'drop') return cut(session)
    void fault.until.then(() => done())
  }

  /** Only without TLS: Node does not survive a socket that is destroyed below a TLS session. */
  function cut({ remotePort }: SMTPServerSession): void {
    sockets.get(remotePort)?.destroy()
  }

  await new Promise<void>(resolve => void server.listen(options.port ?? 0, HOST, resolve))
  const { port } = server.server.address() as AddressInfo

  return {
    name: 'smtp',
    host: HOST,
    port,
    url: `smtp://${HOST}:${port}`,
    faults,
    mails: () => mails,
    mailsTo: address => mails.filter(mail => mail.to.includes(address)),
    sessions: () => sessions,
    forget() {
      mails = []
    },
    close: () => new Promise(resolve => server.close(resolve)),
    assertClean: () => undefined,
  }
}

/** What a server says about itself, and about others: never shown to anybody by a careful sender. */
export const SERVER_TEXT = 'internal-relay-7 says no'

function replyError(code: number): Error {
  return Object.assign(new Error(SERVER_TEXT), { responseCode: code })
}

function receive(stream: Readable, done: (source: string) => void): void {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
  stream.on('end', () => done(Buffer.concat(chunks).toString('utf8')))
}

function readMail(source: string, session: SMTPServerSession, at: number): DeliveredMail {
  const { mailFrom, rcptTo } = session.envelope
  const message = parseMessage(source)
  return {
    ...message,
    from: mailFrom ? mailFrom.address : '',
    to: rcptTo.map(one => one.address),
    subject: message.headers['subject'] ?? '',
    source,
    secure: session.secure,
    username: typeof session.user === 'string' ? session.user : '',
    at,
  }
}
