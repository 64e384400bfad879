import type { Role } from '@foyer/contract/permissions'
import type { QuotaView } from '@foyer/contract/request-quotas'
import type { RequestPreview } from '@foyer/contract/requests/request-preview'
import type { Db, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Settings } from '#settings/settings.ts'
import { type Allowed, allowedTo, nameOf } from './allowance-rules.ts'
import {
  distinctUnits,
  type Pricing,
  priceUnits,
  type Spent,
  type Unit,
  usageOf,
  windowStart,
} from './quota-rules.ts'
import { defaultQuotas } from './quota-settings.ts'
import * as store from './quota-store.ts'
import { fitting, nextChange, presentAllowance, presentExcess, presentPrice } from './quota-view-rules.ts'

/** The person whose allowances apply. Admins are exempt: never refused, but recorded (1/4.9). */
export interface Spender {
  user_id: number
  role: Role
}

/** The cost of a selection; the preview route adds the seasons. */
type PricedView = Omit<RequestPreview, 'seasons'>

export interface Quotas {
  /**
   * 1:4.9.5: runs inside the write-locked transaction that saves the request. Every unit of the request gets a row. A
   * unit already charged within its window joins that charge at no cost; a unit this request already holds is skipped.
   * Refuses with the 429 of 1/4.9 unless the spender is exempt.
   */
  charge(tx: Tx, spender: Spender, request_id: number, units: readonly Unit[]): Promise<void>
  /** The same for a request saved by this transaction: it holds no charges yet, so none are read. */
  chargeNew(tx: Tx, spender: Spender, request_id: number, units: readonly Unit[]): Promise<void>
  /** The result `charge` would have now, by the same rules. Reserves nothing. */
  price(db: Db, spender: Spender, units: readonly Unit[]): Promise<PricedView>
  view(db: Db, spender: Spender): Promise<QuotaView>
  /**
   * 1:4.9.4: the permanent marker for every subscriber of the request; committed before the first change in a library.
   */
  begin(tx: Tx, what: Omit<store.ChargeScope, 'user_id'>): Promise<void>
  /** Refunds charges for work that has not started, for one person or for all. Never refunds twice. */
  refund(tx: Tx, what: store.ChargeScope): Promise<void>
  /** An admin approved the request for another library: its units count there, and cost what they cost before. */
  move(tx: Tx, request_id: number, instance_id: string): Promise<void>
}

export interface QuotaParts {
  clock: Clock
  settings: Settings
  events: Events
}

export function createQuotas({ clock, settings, events }: QuotaParts): Quotas {
  const now = () => clock.now().getTime()

  async function rulesOf(db: Db, user_id: number): Promise<Allowed[]> {
    return allowedTo(await settings.read(db, defaultQuotas), await store.overridesOf(db, user_id))
  }

  /** All counted charges of these allowances. */
  function allSpent(db: Db, user_id: number, rules: readonly Allowed[], at: number): Promise<Spent[]> {
    return store.spentBy(
      db,
      user_id,
      rules.map(rule => ({ ...rule, after: iso(windowStart(rule, at)) })),
    )
  }

  /** For an unlimited allowance only charges for these units are read, because it may hold any number. */
  async function priceNow(tx: Tx, { user_id, role }: Spender, units: readonly Unit[]): Promise<Pricing> {
    const at = now()
    const touched = new Set(units.map(nameOf))
    const rules = (await rulesOf(tx, user_id)).filter(rule => touched.has(nameOf(rule)))
    const names = units.map(({ unit }) => unit)
    const scopes = rules.map(rule =>
      rule.count === null || role === 'admin'
        ? { ...rule, units: names }
        : { ...rule, after: iso(windowStart(rule, at)) },
    )
    return priceUnits(rules, await store.spentBy(tx, user_id, scopes), units, at)
  }

  async function changed(tx: Tx, user_ids: readonly number[]): Promise<void> {
    for (const user_id of user_ids) {
      const event = { type: 'request_quota_changed', data: { user_id } }
      await events.publish(tx, event, { to: 'users_and_admins', user_ids: [user_id] })
    }
  }

  async function pay(tx: Tx, spender: Spender, request_id: number, wanted: readonly Unit[]): Promise<void> {
    if (wanted.length === 0) return
    const { user_id, role } = spender
    const pricing = await priceNow(tx, spender, wanted)
    if (role !== 'admin' && pricing.exceeded.length > 0) {
      throw new Refusal('request_quota_exceeded', presentExcess(pricing))
    }
    const charged_at = iso(now())
    const charges = pricing.prices.flatMap(({ needed, paid }) => [
      ...needed.map(unit => ({ ...unit, charged_at })),
      ...paid.map(({ unit, by }) => ({ ...unit, charged_at: by.charged_at })),
    ])
    await store.insertCharges(tx, { user_id, request_id }, charges)
    if (pricing.requested_units > 0) await changed(tx, [user_id])
  }

  return {
    async charge(tx, spender, request_id, units) {
      const held = await store.unitsHeldBy(tx, spender.user_id, request_id)
      await pay(tx, spender, request_id, without(units, held))
    },
    chargeNew: (tx, spender, request_id, units) => pay(tx, spender, request_id, distinctUnits(units)),

    async price(db, { user_id, role }, units) {
      const at = now()
      const rules = await rulesOf(db, user_id)
      const pricing = priceUnits(rules, await allSpent(db, user_id, rules, at), units, at)
      const exempt = role === 'admin'
      const fits = exempt || pricing.exceeded.length === 0
      return {
        exempt,
        as_of: iso(at),
        ...nextChange(pricing.prices),
        allowances: pricing.prices.map(presentPrice),
        fits,
        ...(fits ? { reduce_selection: false } : fitting(pricing)),
      }
    },

    async view(db, { user_id, role }) {
      const at = now()
      const rules = await rulesOf(db, user_id)
      const spent = await allSpent(db, user_id, rules, at)
      const usages = rules.map(rule => usageOf(rule, spent, at))
      return {
        exempt: role === 'admin',
        as_of: iso(at),
        ...nextChange(usages),
        allowances: usages.map(presentAllowance),
      }
    },

    begin: store.markBegun,
    move: store.moveCharges,

    async refund(tx, what) {
      await changed(tx, await store.markRefunded(tx, what, iso(now())))
    },
  }
}

function without(units: readonly Unit[], held: readonly Unit[]): Unit[] {
  const kept = distinctUnits([...held, ...units])
  return kept.slice(distinctUnits(held).length)
}
