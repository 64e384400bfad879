import { z } from 'zod'
import type { Database, Tx } from '#db/database.ts'
import { externalAddress } from '#features/connect-links/index.ts'
import {
  type AddressConfirmations,
  confirmByLink,
  findDestination,
  noteFailing,
  noteSent,
  openConfig,
  saveConfirmLink,
} from '#features/destinations/index.ts'
import { faultSentence } from '#features/notifications/index.ts'
import type { TextsOf } from '#features/person-preferences/index.ts'
import { again, defineJob, done, type JobHandler, type Jobs, retry } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { type SecretBox, sha256, WrongKey } from '#kit/crypto.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { newId, newSecret } from '#kit/ids.ts'
import { linkBase } from '#kit/link-base.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { MessageOutcome, MessageSender } from '#ports/message-sender.ts'
import type { Settings } from '#settings/settings.ts'
import { confirmationMessage, COUNTED_MS, LINK_MS, linkOrigin, nextLinkAt } from './confirmation-rules.ts'
import * as store from './confirmation-store.ts'

/** The token is sealed: only somebody who reads the mailbox can know it. `until`: how long it works. */
const sendConfirmation = defineJob({
  name: 'send-address-confirmation',
  payload: z.object({
    destination_id: z.string(),
    token_box: z.string(),
    origin: z.string(),
    until: z.string(),
  }),
})

type Payload = ReturnType<(typeof sendConfirmation)['payload']['parse']>

export interface ConfirmationParts {
  database: Database
  settings: Settings
  jobs: Jobs
  clock: Clock
  box: SecretBox
  scrubber: Scrubber
  email: { sender: MessageSender; isReady(): Promise<boolean> }
  server_name: string
  base_path: string
  textsOf: TextsOf
}

/** What an admin has yet to set up before links can be sent. */
interface MissingSetup {
  missing: 'not_configured' | 'no_external_address'
}

interface Link {
  /** Of the row that counts it. */
  id: string
  destination_id: string
  owner_id: number
  address: string
  config_box: string
  token: string
  until: string
  url: string
}

/** How often a link looks whether an admin has set up what it needs: the mail server and the external address. */
const NOT_SET_UP_MS = 10 * MINUTE_MS

const purposeOf = (destination_id: string) => `address confirmation ${destination_id}`

/** C64: sends links to personal e-mail addresses, and confirms the address of a link that was opened. */
export function createAddressConfirmation(parts: ConfirmationParts) {
  const { database, settings, jobs, clock, box, scrubber, email, server_name, base_path } = parts
  const now = () => clock.now().getTime()

  const confirmations: AddressConfirmations = {
    async send(tx, destination_id, origin) {
      const token = newSecret('confirm')
      const token_box = box.seal(token, purposeOf(destination_id))
      // A job that waits has the earlier token. A link that was sent works until the new one is sent, too.
      await jobs.cancel(tx, sendConfirmation, destination_id)
      const payload = { destination_id, token_box, origin, until: iso(now() + LINK_MS) }
      await jobs.enqueue(tx, sendConfirmation, payload, { dedupe_key: destination_id })
    },
  }

  /** Null: sealed with another encryption key. */
  function openToken({ destination_id, token_box }: Pick<Payload, 'destination_id' | 'token_box'>) {
    try {
      return box.open(token_box, purposeOf(destination_id))
    } catch (error) {
      if (error instanceof WrongKey) return null
      throw error
    }
  }

  /** A row before the network: null when there is nothing to send any more, a time when it is too early. */
  async function prepare(
    tx: Tx,
    { destination_id, token_box, until }: Payload,
    origin: string | MissingSetup,
  ): Promise<Link | Date | null> {
    const found = await findDestination(tx, destination_id)
    if (!found || found.owner_id === null || found.confirmed || until <= iso(now())) return null
    const { owner_id, config_box } = found
    const place = { id: destination_id, config_box, at: iso(now()) }
    const address = openConfig(box, found)?.address
    const token = openToken({ destination_id, token_box })
    // Neither opens ever again: whoever enters the address anew gets another link.
    if (address === undefined || token === null) {
      await noteFailing(tx, { ...place, error: faultSentence('secret_unreadable') })
      return null
    }
    if (typeof origin !== 'string') {
      await noteFailing(tx, { ...place, error: faultSentence(origin.missing) })
      return new Date(now() + NOT_SET_UP_MS)
    }
    const recipient = { owner_id, address_hash: sha256(address.toLowerCase()) }
    const since = iso(now() - COUNTED_MS)
    await store.deleteSentLinksBefore(tx, since)
    const allowed_at = nextLinkAt(await store.listSentLinks(tx, recipient, since), now())
    if (allowed_at > now()) return new Date(allowed_at)
    const id = newId('link')
    await store.insertSentLink(tx, { ...recipient, id, sent_at: iso(now()) })
    const url = `${linkBase(origin, base_path)}/destinations/confirm?token=${token}`
    return { id, destination_id, owner_id, address, config_box, token, until, url }
  }

  async function originOf(payload: Payload): Promise<string | MissingSetup> {
    if (!(await email.isReady())) return { missing: 'not_configured' }
    const { external_url } = await settings.read(database.read, externalAddress)
    return linkOrigin(external_url, payload.origin) ?? { missing: 'no_external_address' }
  }

  async function note(link: Link, outcome: MessageOutcome): Promise<void> {
    const { id, destination_id, config_box, token, until } = link
    const place = { id: destination_id, config_box, at: iso(now()) }
    await database.withWriteLock('destinations', async tx => {
      if (outcome.kind === 'sent' || outcome.kind === 'unconfirmed') {
        await saveConfirmLink(tx, { id: destination_id, config_box, hash: sha256(token), until })
      }
      if (outcome.kind === 'sent') return noteSent(tx, place)
      if (outcome.kind === 'unconfirmed') return
      if (outcome.kind === 'retry') await store.deleteSentLink(tx, id)
      await noteFailing(tx, { ...place, error: faultSentence(outcome.reason) })
    })
  }

  const handle: JobHandler<Payload> = async ({ payload, lease, signal }) => {
    const origin = await originOf(payload)
    const link = await database.withWriteLock('destinations', async tx => {
      await lease.assertHeld(tx)
      return prepare(tx, payload, origin)
    })
    if (link === null) return done()
    if (link instanceof Date) return again(link)
    scrubber.register(link.token)
    const texts = await parts.textsOf(link.owner_id)
    const message = confirmationMessage({ url: link.url, server_name, texts, now: iso(now()) })
    const target = { address: link.address, secret: null, is_personal: true }
    const outcome = await email.sender.send(target, message, signal)
    await note(link, outcome)
    return outcome.kind === 'retry' ? retry(outcome) : done()
  }

  jobs.define(sendConfirmation)
  jobs.handle(sendConfirmation, handle)

  return {
    confirmations,
    /** False: the link is unknown, was used, or has expired. */
    async confirm(token: string): Promise<boolean> {
      const hash = sha256(token)
      // Anybody may ask, with invented tokens and as often as they like: those wait for no lock.
      if (!(await store.isKnownLink(database.read, hash))) return false
      return database.withWriteLock('destinations', tx => confirmByLink(tx, { hash, now: iso(now()) }))
    },
  }
}

export type AddressConfirmation = ReturnType<typeof createAddressConfirmation>
