import type { AlertCategory, NotificationChoices } from '@foyer/contract/notifications'
import type { Role } from '@foyer/contract/permissions'
import { CONTENT_ALERTS_PER_WINDOW, isContent } from '../alerts/alert-rules.ts'
import { type AlertRecord, CATEGORY_OF, isWatched } from '../alerts/alert.ts'
import type { InboxNote } from '../alerts/inbox-writer.ts'
import type { ListeningPlace, OrderedChannel } from '../dispatch/ordered-channel.ts'
import type { NewSend } from '../dispatch/dispatch-store.ts'
import {
  DEFAULT_CHOICES,
  goesToDevices,
  goesToInbox,
  type ServerPolicy,
} from '../preferences/preference-rules.ts'

/** An alert and the people who may receive it. */
export interface AddressedAlert {
  alert: AlertRecord
  people: readonly { user_id: number; role: Role }[]
}

interface Place {
  channel: 'push' | 'web_push'
  user_id: number
  destination: string
}

export interface FanOutFacts {
  policy: ServerPolicy
  /** Only for people who have made a choice. */
  choices: ReadonlyMap<number, NotificationChoices>
  /** All destinations of these people. */
  destinations: readonly Place[]
  /** The number of content alerts each person received within the window. */
  content: ReadonlyMap<number, number>
  /** The places of these people and of the household besides devices. */
  places: readonly (ListeningPlace & Pick<OrderedChannel, 'channel'>)[]
  /** The number of content alerts each place received within the window. */
  content_of_places: ReadonlyMap<string, number>
}

/** The destinations and inboxes of each alert. */
export function addressAlerts(addressed: readonly AddressedAlert[], known: FanOutFacts) {
  const { policy, choices, destinations } = known
  const content = new Map(known.content)
  const content_of_places = new Map(known.content_of_places)
  const places = Map.groupBy(destinations, one => one.user_id)
  const sends: NewSend[] = []
  const notes: InboxNote[] = []
  for (const { alert, people } of addressed) {
    const { id: alert_id, type, data, created_at } = alert
    for (const { user_id, role } of people) {
      const who = { policy, role, choices: choices.get(user_id) ?? DEFAULT_CHOICES }
      if (goesToInbox(type, who)) notes.push({ user_id, alert_id, type, data, created_at })
      const reached = places.get(user_id) ?? []
      if (reached.length === 0 || !goesToDevices(type, who)) continue
      // Alerts above the storm limit only appear in the inbox.
      if (isContent(type) && !countOne(content, user_id)) continue
      sends.push(...reached.map(place => ({ alert_id, ...place })))
    }
    for (const { channel, destination, user_id, events } of known.places) {
      if (!isWantedBy({ user_id, events }, { alert, people })) continue
      if (isContent(type) && !countOne(content_of_places, destination)) continue
      sends.push({ alert_id, channel, destination, user_id })
    }
  }
  return { sends, notes }
}

/** 1/4.14: the storm limit. False: it is reached. */
function countOne<K>(content: Map<K, number>, receiver: K): boolean {
  const before = content.get(receiver) ?? 0
  if (before >= CONTENT_ALERTS_PER_WINDOW) return false
  content.set(receiver, before + 1)
  return true
}

/**
 * C64: destinations of the household receive everything in their categories, those of a person only their own alerts.
 */
function isWantedBy(
  { user_id, events }: Pick<ListeningPlace, 'user_id' | 'events'>,
  { alert, people }: AddressedAlert,
): boolean {
  const category: AlertCategory | null = CATEGORY_OF[alert.type]
  if (category === null || !events.has(category)) return false
  // The household was notified by the library alert, or is not concerned.
  if (user_id === null) return !isWatched(alert.type)
  return people.some(person => person.user_id === user_id)
}
