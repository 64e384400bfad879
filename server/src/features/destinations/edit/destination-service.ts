import {
  type Destination,
  type DestinationChange,
  type DestinationDraft,
  type DestinationKind,
  isPersonalKind,
} from '@foyer/contract/destinations/destination'
import type { AlertCategory } from '@foyer/contract/notifications'
import type { Database, Db, Tx } from '#db/database.ts'
import type { SendQueue } from '#features/notifications/index.ts'
import { findUser } from '#features/sessions/index.ts'
import { sessionRevoked } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import { newId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { secretRequired } from '#kit/secret-required.ts'
import type { AddressConfirmations } from '../address/address-confirmations.ts'
import { type AddressRules, type Place, readAddress, secretProblem } from '../address/address-rules.ts'
import { isOtherPlace, mergeConfig } from './change-rules.ts'
import { type DestinationConfig, openConfig, sealConfig } from './destination-config.ts'
import * as store from '../destination-store.ts'
import { type Audience, defaultEvents, effectiveEvents, forbiddenEvent } from '../send/event-rules.ts'
import { templateSentence } from '../send/template-rules.ts'

export interface DestinationParts {
  database: Database
  clock: Clock
  box: SecretBox
  rules: Omit<AddressRules, 'is_personal'>
  confirmations: AddressConfirmations
  queue: Pick<SendQueue, 'cancelUnsent'>
}

/** C64: far more than anybody needs. */
const MAX_SHARED = 50
const MAX_PER_USER = 10

export function createDestinations(parts: DestinationParts) {
  const { database, clock, box, rules, confirmations, queue } = parts

  /** As stored now: a role may have changed since the request arrived. */
  async function audienceOf(db: Db, owner_id: store.OwnerId): Promise<Audience> {
    if (owner_id === null) return { is_personal: false }
    const owner = await findUser(db, owner_id)
    if (!owner) throw sessionRevoked()
    return { is_personal: true, role: owner.role }
  }

  async function find(db: Db, owner_id: store.OwnerId, id: string): Promise<store.StoredDestination> {
    const found = await store.findOwned(db, owner_id, id)
    if (!found) throw new Refusal('not_found')
    return found
  }

  /** Throws 400 with the field that is wrong. */
  function check(kind: DestinationKind, owner_id: store.OwnerId, config: DestinationConfig): Place {
    const place = readAddress(kind, config.address, { ...rules, is_personal: owner_id !== null })
    if ('problem' in place) throw invalidAddress(kind, place.problem)
    const problem = config.secret === null ? null : secretProblem(kind, config.secret)
    if (problem !== null) throw invalid('secret', problem)
    const sentence = config.template === undefined ? null : templateSentence(kind, config.template)
    if (sentence !== null) throw invalid('template', sentence)
    return place
  }

  function checkEvents(events: readonly AlertCategory[] | undefined, of: Audience): void {
    if (events && forbiddenEvent(events, of) !== undefined)
      throw invalid('events', 'Some of these alerts are for admins only.')
  }

  async function assertRoom(tx: Tx, owner_id: store.OwnerId): Promise<void> {
    const max = owner_id === null ? MAX_SHARED : MAX_PER_USER
    if ((await store.countDestinations(tx, owner_id)) < max) return
    throw new Refusal('validation', { error: `There can be at most ${max} destinations. Remove one first.` })
  }

  /** A template is shown, unlike addresses and secrets: admins must see what they change. */
  function present(row: store.StoredDestination, of: Audience): Destination {
    const { id, kind, name, enabled, target, has_secret, confirmed } = row
    const { last_sent_at, failing_since, last_error } = row
    const template = kind === 'webhook' ? openConfig(box, row)?.template : undefined
    return {
      id,
      kind,
      name,
      enabled,
      events: effectiveEvents(row.events, of),
      target,
      has_secret,
      confirmed,
      health: failing_since !== null ? 'failing' : last_sent_at !== null ? 'ok' : 'unknown',
      ...(last_sent_at !== null && { last_sent_at }),
      ...(last_error !== null && { last_error }),
      ...(template !== undefined && { template }),
    }
  }

  return {
    find,
    check,

    async list(owner_id: store.OwnerId): Promise<{ destinations: Destination[] }> {
      const of = await audienceOf(database.read, owner_id)
      const rows = await store.listDestinations(database.read, owner_id)
      return { destinations: rows.map(row => present(row, of)) }
    },

    async get(owner_id: store.OwnerId, id: string): Promise<Destination> {
      const of = await audienceOf(database.read, owner_id)
      return present(await find(database.read, owner_id, id), of)
    },

    /** `origin`: where the person uses Foyer, for the link that confirms an address. */
    async create(owner_id: store.OwnerId, draft: DestinationDraft, origin: string): Promise<Destination> {
      const { kind, name, enabled = true } = draft
      checkKind(kind, owner_id)
      checkSecretFields(draft)
      if (draft.address === '') throw invalid('address', 'Enter the address.')
      const secret = draft.secret || null
      const template = draft.template || undefined
      const { address, target } = check(kind, owner_id, { address: draft.address, secret, template })
      const config = { address, secret, template }
      const id = newId('dest')
      return database.withWriteLock('destinations', async tx => {
        const of = await audienceOf(tx, owner_id)
        checkEvents(draft.events, of)
        await assertRoom(tx, owner_id)
        const row: store.NewDestination = {
          id,
          owner_id,
          kind,
          name,
          enabled,
          events: effectiveEvents(draft.events ?? defaultEvents(of), of),
          config_box: sealConfig(box, id, config),
          target,
          has_secret: secret !== null,
          confirmed: !mustConfirm(kind, owner_id),
        }
        await store.insertDestination(tx, row, iso(clock.now()))
        if (!row.confirmed) await confirmations.send(tx, id, origin)
        return present(await find(tx, owner_id, id), of)
      })
    },

    async change(
      owner_id: store.OwnerId,
      id: string,
      change: DestinationChange,
      origin: string,
    ): Promise<Destination> {
      checkSecretFields(change)
      return database.withWriteLock('destinations', async tx => {
        const of = await audienceOf(tx, owner_id)
        const before = await find(tx, owner_id, id)
        const { kind } = before
        if (change.kind !== undefined && change.kind !== kind) {
          throw invalid('kind', 'The kind of a destination cannot be changed. Add another one.')
        }
        checkEvents(change.events, of)
        const saved = openConfig(box, before)
        const merged = mergeConfig({ ...before, config: saved }, change)
        if ('missing' in merged) throw missing(merged.missing)
        const place = check(kind, owner_id, merged.config)
        const config = { ...merged.config, address: place.address }
        const is_other_place = isOtherPlace(saved, config)
        const is_other_address = saved?.address !== config.address
        const must_confirm = is_other_address && mustConfirm(kind, owner_id)
        const after = {
          name: change.name ?? before.name,
          enabled: change.enabled ?? before.enabled,
          // Events that an admin had before losing the role are kept until somebody chooses again.
          events: change.events ? effectiveEvents(change.events, of) : before.events,
          config_box: is_other_place ? sealConfig(box, id, config) : before.config_box,
          target: place.target,
          has_secret: config.secret !== null,
          confirmed: before.confirmed && !must_confirm,
          is_other_place,
          voids_link: must_confirm,
        }
        await store.updateDestination(tx, id, after, iso(clock.now()))
        if (must_confirm) await confirmations.send(tx, id, origin)
        if (is_other_address || (before.enabled && !after.enabled)) await cancel(tx, id)
        return present(await find(tx, owner_id, id), of)
      })
    },

    async remove(owner_id: store.OwnerId, id: string): Promise<{ status: 'deleted' }> {
      await database.withWriteLock('destinations', async tx => {
        await find(tx, owner_id, id)
        await cancel(tx, id)
        await store.deleteDestination(tx, id)
      })
      return { status: 'deleted' }
    },
  }

  async function cancel(tx: Tx, id: string): Promise<void> {
    await queue.cancelUnsent(tx, { channel: 'destination', destination: id })
  }
}

export type Destinations = ReturnType<typeof createDestinations>

/** C64: a personal e-mail address may belong to somebody else. */
const mustConfirm = (kind: DestinationKind, owner_id: store.OwnerId) => kind === 'email' && owner_id !== null

export function checkKind(kind: DestinationKind, owner_id: store.OwnerId): void {
  if (owner_id !== null && !isPersonalKind(kind)) throw invalid('kind', 'Choose ntfy, Telegram or e-mail.')
}

export function checkSecretFields({
  secret,
  clear_secret,
}: Pick<DestinationChange, 'secret' | 'clear_secret'>): void {
  if (secret && clear_secret) throw invalid('clear_secret', 'Enter a new secret or clear it, not both.')
}

function invalid(field: string, sentence: string): Refusal {
  return new Refusal('validation', { error: sentence, fields: { [field]: sentence } })
}

export function invalidAddress(kind: DestinationKind, sentence: string): Refusal {
  // 2/4.10: the rules and the code of the chat webhook.
  if (kind === 'discord') return new Refusal('invalid_webhook_url', { fields: { address: sentence } })
  return invalid('address', sentence)
}

export function missing(field: 'address' | 'secret'): Refusal {
  return field === 'secret'
    ? secretRequired('secret')
    : invalid('address', 'The stored address can no longer be read. Enter it again.')
}
