import type { MessageTest } from '@foyer/contract/chat-notifications'
import type { DestinationTestDraft } from '@foyer/contract/destinations/destination'
import { MESSAGE_SENTENCES } from '@foyer/contract/destinations/message-sentences'
import type { Database } from '#db/database.ts'
import { messageTestOf } from '#features/notifications/index.ts'
import type { TextsOf } from '#features/person-preferences/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import { Refusal } from '#kit/refusal.ts'
import { SECRET_REQUIRED } from '#kit/secret-required.ts'
import type { MessageOutcome } from '#ports/message-sender.ts'
import type { z } from 'zod'
import type { AddressConfirmations } from '../address/address-confirmations.ts'
import { type ConfigChange, isOtherPlace, mergeConfig } from './change-rules.ts'
import { openConfig } from './destination-config.ts'
import { checkKind, checkSecretFields, type Destinations, missing } from './destination-service.ts'
import type { OwnerId, StoredDestination } from '../destination-store.ts'
import type { MessageDispatch, Recipient } from '../send/message-dispatch.ts'
import { sampleMessage } from '../send/message-rules.ts'

/** C67: nothing was sent, because the address changed and the stored secret was not entered again. */
type SecretRefused = MessageTest & { ok: false; category: 'secret_required'; error: string }

export interface DestinationTestParts {
  database: Database
  clock: Clock
  box: SecretBox
  destinations: Pick<Destinations, 'find' | 'check'>
  dispatch: MessageDispatch
  confirmations: AddressConfirmations
  currentCaller: CurrentCaller
  registerSecrets: (to: Recipient) => void
  linkBase: () => Promise<string | null>
  textsOf: TextsOf
  server_name: string
}

const { link_sent, save_first } = MESSAGE_SENTENCES

/** Tests send a sample at once, outside the outbox, and report what became of it (C64). */
export function createDestinationTests(parts: DestinationTestParts) {
  const { database, clock, box, destinations, dispatch, confirmations, registerSecrets } = parts

  async function sendSample(caller: Caller, to: Recipient, signal: AbortSignal): Promise<MessageOutcome> {
    registerSecrets(to)
    const message = sampleMessage({
      texts: await parts.textsOf(to.owner_id),
      server_name: parts.server_name,
      link_base: await parts.linkBase(),
      now: iso(clock.now()),
    })
    const outcome = await dispatch.post(to, message, signal)
    // CONTRIBUTING rule 3: the answer was delayed by another service.
    const { role } = await parts.currentCaller(caller)
    if (to.owner_id === null && role !== 'admin') throw new Refusal('forbidden')
    return outcome
  }

  /** Only the link is sent to an address that may belong to somebody else. */
  async function sendLink({ id }: StoredDestination, origin: string): Promise<MessageTest> {
    await database.withWriteLock('destinations', tx => confirmations.send(tx, id, origin))
    return { status: 'failed', detail: link_sent }
  }

  return {
    async testStored(
      caller: Caller,
      { owner_id, id, origin }: { owner_id: OwnerId; id: string; origin: string },
      trial: ConfigChange,
      signal: AbortSignal,
    ): Promise<MessageTest | SecretRefused> {
      checkSecretFields(trial)
      const row = await destinations.find(database.read, owner_id, id)
      const saved = openConfig(box, row)
      if (!saved && !trial.address) return messageTestOf({ kind: 'failed', reason: 'secret_unreadable' })
      const merged = mergeConfig({ ...row, config: saved }, trial)
      if ('missing' in merged) {
        if (merged.missing === 'secret') return secretRefused()
        throw missing(merged.missing)
      }
      const { address } = destinations.check(row.kind, owner_id, merged.config)
      const config = { ...merged.config, address }
      if (isUnproven(row.kind, owner_id) && (!row.confirmed || saved?.address !== address)) {
        return saved?.address === address ? sendLink(row, origin) : { status: 'failed', detail: save_first }
      }
      const outcome = await sendSample(caller, { ...row, config }, signal)
      // A draft says nothing about the stored address.
      if (!isOtherPlace(saved, config)) await dispatch.note(row, outcome)
      return messageTestOf(outcome)
    },

    async testDraft(
      caller: Caller,
      owner_id: OwnerId,
      draft: z.infer<typeof DestinationTestDraft>,
      signal: AbortSignal,
    ): Promise<MessageTest> {
      const { kind } = draft
      checkKind(kind, owner_id)
      const typed = {
        address: draft.address,
        secret: draft.secret || null,
        template: draft.template || undefined,
      }
      const { address } = destinations.check(kind, owner_id, typed)
      if (isUnproven(kind, owner_id)) return { status: 'failed', detail: save_first }
      const to = { kind, owner_id, config: { ...typed, address } }
      return messageTestOf(await sendSample(caller, to, signal))
    },
  }
}

export type DestinationTests = ReturnType<typeof createDestinationTests>

const isUnproven = (kind: Recipient['kind'], owner_id: OwnerId) => kind === 'email' && owner_id !== null

function secretRefused(): SecretRefused {
  return {
    status: 'failed',
    detail: SECRET_REQUIRED,
    ok: false,
    category: 'secret_required',
    error: SECRET_REQUIRED,
  }
}
