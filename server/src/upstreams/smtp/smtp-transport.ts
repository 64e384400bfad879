import { Readable } from 'node:stream'
import type { Clock } from '#kit/clock.ts'
import { assertOutsideTransaction } from '#kit/transaction-scope.ts'
import { untilAborted } from '#kit/until-aborted.ts'
import type { MailServer, MailTransport } from '#ports/mail-server.ts'
import type { Message } from '#ports/message-sender.ts'
import { composeContent } from './mail-content.ts'
import { outcomeOf, readFailure } from './smtp-outcome.ts'

/** For each wait: connection, greeting, answers. */
const TIMEOUT_MS = 10_000
/** For a whole session, and less than the outbox allows a send: only here it is known whether anything was handed over. */
const SESSION_MS = 20_000

/** Loaded on demand: many servers never send e-mail, and none at startup. */
async function library() {
  const [{ default: MailComposer }, { default: SmtpConnection }] = await Promise.all([
    import('nodemailer/lib/mail-composer'),
    import('nodemailer/lib/smtp-connection'),
  ])
  return { MailComposer, SmtpConnection }
}

type Library = Awaited<ReturnType<typeof library>>
type SmtpConnection = InstanceType<Library['SmtpConnection']>

/** RFC 5321: one message in one session, straight to the server that an admin entered. */
export function createSmtpTransport({
  clock,
  server_name,
}: {
  clock: Clock
  server_name: string
}): MailTransport {
  return {
    async send(server, to, message, signal) {
      assertOutsideTransaction('Sending e-mail')
      signal.throwIfAborted()
      const { MailComposer, SmtpConnection } = await library()
      const source = await compose(MailComposer, { server, to, message, server_name, now: clock.now() })
      const connection = new SmtpConnection(optionsFor(server))
      let handed_over = false
      const limit = new AbortController()
      const stopLimit = clock.after(SESSION_MS, () => limit.abort(lateError()))
      try {
        const session = converse(connection, server, to, source, () => {
          handed_over = true
        })
        await untilAborted(session, AbortSignal.any([signal, limit.signal]))
        connection.quit()
        return { kind: 'sent' }
      } catch (error) {
        connection.close()
        signal.throwIfAborted()
        return outcomeOf(readFailure(error), handed_over)
      } finally {
        stopLimit()
      }
    },
  }
}

function optionsFor({ host, port, security }: MailServer) {
  return {
    host,
    port,
    secure: security === 'tls',
    // STARTTLS that may be left out protects from nobody who can change what is on the wire.
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    // A server on this machine is found without any other network.
    allowInternalNetworkInterfaces: true,
    logger: false,
  }
}

/** Connects, signs in and hands the message over. Rejects with the error of nodemailer. */
function converse(
  connection: SmtpConnection,
  { username, password, from }: MailServer,
  to: string,
  source: Buffer,
  onHandOver: () => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Errors may be reported twice, and after the end: the first one counts.
  connection.on('error', reject)
  connection.once('end', () => reject(Object.assign(new Error('closed'), { code: 'ECONNECTION' })))

  function sendMessage(): void {
    // The body is read once the server is ready for it: from then on its silence means doubt.
    async function* body() {
      onHandOver()
      yield source
    }
    const envelope = { from: from.address, to: [to], size: source.length }
    connection.send(envelope, Readable.from(body()), error => (error ? reject(error) : resolve()))
  }

  connection.connect(error => {
    if (error) return reject(error)
    if (username === '') return sendMessage()
    // Sending without the sign-in that the admin asked for would hide a mistake.
    if (!connection.allowsAuth) return reject(Object.assign(new Error('no sign-in'), { code: 'ENOAUTH' }))
    connection.login({ user: username, pass: password }, failed => (failed ? reject(failed) : sendMessage()))
  })
  return promise
}

interface Mail {
  server: MailServer
  to: string
  message: Message
  server_name: string
  now: Date
}

function compose(MailComposer: Library['MailComposer'], mail: Mail): Promise<Buffer> {
  const { server, to, message, server_name, now } = mail
  const { name, address } = server.from
  return new MailComposer({
    // Objects, so that nothing in an address or name is parsed as another address.
    from: { name: name || server_name, address },
    to: { name: '', address: to },
    ...composeContent(message, server_name),
    date: now,
    // RFC 3834: out-of-office programs do not answer.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

function lateError(): Error {
  return Object.assign(new Error('The session took too long.'), { code: 'ETIMEDOUT' })
}
