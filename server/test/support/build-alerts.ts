import { textsIn } from '#texts/texts.ts'
import type { Role } from '@foyer/contract/permissions'
import type { Database } from '#db/database.ts'
import { createAlerts } from '#features/notifications/alerts/alerts.ts'
import type { AlertChannel, SendOutcome } from '#features/notifications/dispatch/alert-channel.ts'
import { handleDrain } from '#features/notifications/dispatch/drain.ts'
import type { OrderedChannel } from '#features/notifications/dispatch/ordered-channel.ts'
import { createSendQueue } from '#features/notifications/dispatch/send-queue.ts'
import type { NewAlert, Notice } from '#features/notifications/alerts/alert.ts'
import type { InboxWriter } from '#features/notifications/alerts/inbox-writer.ts'
import { createAudienceJudge } from '#features/notifications/fan-out/audience-judge.ts'
import { handleDispatch } from '#features/notifications/dispatch/dispatch.ts'
import { createFanOutThrottle } from '#features/notifications/fan-out/fan-out-throttle.ts'
import { handleFanOut } from '#features/notifications/fan-out/fan-out.ts'
import type { Jobs } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { createSettings } from '#settings/settings.ts'

const quiet = { warn: () => {} }

interface Received {
  user_id: number
  notice: Notice
}

/** An error ends the run; a promise delays the answer. */
type Scripted = SendOutcome | Error | Promise<SendOutcome>

/** A channel that sends at once, unless a test scripts the next outcomes. */
export function createScriptedChannel({ replaces = true } = {}) {
  const received: Received[] = []
  let onReceived = () => {}
  const script: Scripted[] = []
  const channel: AlertChannel = {
    channel: 'push',
    replaces,
    laneOf: () => 'push',
    destinationsOf: async (_db, user_ids) =>
      user_ids.map(user_id => ({ user_id, destination: String(user_id) })),
    async send({ user_id }, notice) {
      received.push({ user_id, notice })
      onReceived()
      const next = (await script.shift()) ?? { kind: 'sent' }
      if (next instanceof Error) throw next
      return next
    },
    test: async () => null,
  }
  return {
    channel,
    received,
    next: (...outcomes: Scripted[]) => void script.push(...outcomes),
    onReceived(listener: () => void) {
      onReceived = listener
    },
  }
}

/** Writes inbox entries, without the rest of the inbox. */
const plainInbox: InboxWriter = {
  async record(tx, notes) {
    if (notes.length === 0) return
    const rows = notes.map(note => ({
      ...note,
      data: JSON.stringify(note.data),
      media_type: null,
      tmdb_id: null,
      instance_id: null,
      request_id: null,
      read_at: null,
    }))
    await tx.insertInto('inbox_entries').values(rows).execute()
  },
  async amend(tx, alert_id, data) {
    await tx
      .updateTable('inbox_entries')
      .set({ data: JSON.stringify(data) })
      .where('alert_id', '=', alert_id)
      .execute()
  },
  rename: async () => {},
}

export interface AlertParts {
  database: Database
  clock: Clock
  jobs: Jobs
  channels: readonly AlertChannel[]
  /** None unless given. */
  ordered?: readonly OrderedChannel[]
  /** Users who cannot see the instance. */
  hidden_from?: ReadonlySet<number>
  /** Whether kids may receive an alert; all may unless given. */
  canReceive?: (user_id: number) => boolean | Promise<boolean>
  pending?: { is: boolean; count: number }
}

/** Alerts from raising to sending, over real storage and jobs. */
export function buildAlerts(parts: AlertParts) {
  const { database, clock, hidden_from = new Set() } = parts
  const { canReceive = () => true, pending = { is: true, count: 0 }, ordered = [] } = parts
  const box = createSecretBox(new Uint8Array(32))
  const settings = createSettings({ database, clock, box })
  const judge = createAudienceJudge({
    inventory: {
      viewersAmong: async (_db, _id, users) =>
        new Set(users.map(one => one.user_id).filter(id => !hidden_from.has(id))),
    },
    kids: { canReceive: ({ user_id }) => canReceive(user_id) },
    log: quiet,
  })
  const throttle = createFanOutThrottle(clock)
  const shared = { ...parts, settings, judge, inbox: plainInbox, throttle, ordered: [...ordered] }
  const alerts = createAlerts(shared)
  const requests = { isPending: async () => pending.is, count: async () => pending.count }
  handleFanOut(shared)
  handleDispatch({ ...shared, pending: requests, textsOf: () => textsIn('en') })
  handleDrain({ ...shared, channels: shared.ordered, pending: requests })
  return {
    queue: createSendQueue({ ...shared, channels: shared.ordered }),
    settings,
    box,
    alerts,
    raise: (alert: NewAlert) => database.transaction(tx => alerts.raise(tx, alert)),
    sends: () =>
      database.read
        .selectFrom('alert_sends')
        .select(['user_id', 'state', 'detail', 'attempts', 'interrupted_at'])
        .orderBy('id')
        .execute(),
    entries: () =>
      database.read.selectFrom('inbox_entries').select(['user_id', 'type', 'data']).orderBy('id').execute(),
    choose: (user_id: number, choices: object) =>
      database.transaction(async tx => {
        const row = { choices: JSON.stringify(choices), updated_at: iso(clock.now()) }
        await tx
          .insertInto('notification_preferences')
          .values({ user_id, ...row })
          .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
          .execute()
      }),
  }
}

/** Adds users by name; the first has id 1. */
export async function addPeople(database: Database, ...people: [name: string, role: Role][]): Promise<void> {
  await database.transaction(async tx => {
    for (const [username, role] of people) {
      await tx
        .insertInto('users')
        .values({
          username,
          username_key: username,
          role,
          password_hash: null,
          password_enabled: 1,
          passkey_enabled: 1,
          ai_shared_enabled: 1,
          invite_email: '',
          created_at: '2026-11-15T09:00:00.000Z',
        })
        .execute()
    }
  })
}
