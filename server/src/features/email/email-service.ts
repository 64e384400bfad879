import type { MessageTest } from '@foyer/contract/chat-notifications'
import type { EmailServer } from '@foyer/contract/destinations/email'
import { MESSAGE_SENTENCES } from '@foyer/contract/destinations/message-sentences'
import type { Database } from '#db/database.ts'
import { faultSentence } from '#features/notifications/index.ts'
import type { TextsOf } from '#features/person-preferences/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { isMailAddress } from '#kit/mailbox.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Scrubber } from '#kit/scrub.ts'
import { secretRequired } from '#kit/secret-required.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import type { MailServer, MailTransport } from '#ports/mail-server.ts'
import type { MessageFault, MessageOutcome, MessageSender } from '#ports/message-sender.ts'
import type { Settings } from '#settings/settings.ts'
import {
  applyChange,
  type EmailChange,
  findProblems,
  movesPassword,
  presentEmail,
  serverInUse,
} from './email-rules.ts'
import { emailServer } from './email-settings.ts'

export interface EmailParts {
  database: Database
  settings: Settings
  clock: Clock
  scrubber: Scrubber
  transport: MailTransport
  server_name: string
  textsOf: TextsOf
}

/** What an admin can do about a failed test. */
const TEST_SENTENCES: Partial<Record<MessageFault, string>> = {
  not_configured: MESSAGE_SENTENCES.mail_off,
  unreachable: MESSAGE_SENTENCES.mail_unreachable,
  insecure: MESSAGE_SENTENCES.mail_insecure,
  unauthorized: MESSAGE_SENTENCES.mail_unauthorized,
  refused: MESSAGE_SENTENCES.mail_refused,
  rate_limited: MESSAGE_SENTENCES.mail_busy,
}

/** The server that sends e-mail: its settings, and messages through it. */
export function createEmailService(parts: EmailParts) {
  const { database, settings, clock, scrubber, transport, server_name, textsOf } = parts

  async function readServer(): Promise<MailServer | null> {
    const server = serverInUse(await settings.read(database.read, emailServer))
    scrubber.register(server?.password)
    return server
  }

  /** Nothing is sent to malformed addresses, even if they are stored. */
  const sender: MessageSender = {
    async send({ address }, message, signal): Promise<MessageOutcome> {
      if (!isMailAddress(address)) return { kind: 'failed', reason: 'refused' }
      let server
      try {
        server = await readServer()
      } catch (error) {
        if (error instanceof StorageFault) return { kind: 'retry', reason: 'secret_unreadable' }
        throw error
      }
      if (!server) return { kind: 'failed', reason: 'not_configured' }
      return transport.send(server, address, message, signal)
    },
  }

  return {
    sender,
    /** Whether e-mail is on and set up. */
    isReady: async () => (await readServer()) !== null,
    present: async (): Promise<EmailServer> => presentEmail(await settings.read(database.read, emailServer)),
    async save(change: EmailChange): Promise<EmailServer> {
      const saved = await settings.lock(async tx => {
        const before = await settings.read(tx, emailServer)
        const next = applyChange(before, change)
        const fields = findProblems(next, change)
        const [first] = Object.values(fields)
        if (first) throw new Refusal('validation', { error: first, fields })
        if (movesPassword(before, change)) throw secretRequired('password')
        return settings.update(tx, emailServer, next)
      })
      scrubber.register(saved.password)
      return presentEmail(saved)
    },
    async test(user_id: number, to: string, signal: AbortSignal): Promise<MessageTest> {
      if (!isMailAddress(to)) {
        const error = 'Use an address such as mia@example.org.'
        throw new Refusal('validation', { error, fields: { to: error } })
      }
      // A password that cannot be read is an error of the server, not of the test.
      const server = await readServer()
      const texts = await textsOf(user_id)
      const message = {
        event: 'test',
        language: texts.language,
        title: texts.say('email.test.heading', { server: server_name }),
        body: texts.say('email.test.body'),
        occurred_at: iso(clock.now()),
        data: {},
      }
      const outcome: MessageOutcome = server
        ? await transport.send(server, to, message, signal)
        : { kind: 'failed', reason: 'not_configured' }
      return testAnswer(outcome)
    },
  }
}

export type EmailService = ReturnType<typeof createEmailService>

/** 2/4.10: a test is not repeated, so what could be retried has failed. */
function testAnswer(outcome: MessageOutcome): MessageTest {
  if (outcome.kind === 'sent') return { status: 'sent', detail: MESSAGE_SENTENCES.mail_sent }
  const { kind, reason } = outcome
  const detail = TEST_SENTENCES[reason] ?? faultSentence(reason)
  return { status: kind === 'unconfirmed' ? 'unconfirmed' : 'failed', detail }
}
