import type { NotificationChoices } from '@foyer/contract/notifications'
import type { Role } from '@foyer/contract/permissions'
import { CONTENT_ALERTS_PER_WINDOW, isContent } from '../alerts/alert-rules.ts'
import type { AlertRecord } from '../alerts/alert.ts'
import type { InboxNote } from '../alerts/inbox-writer.ts'
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
}

/** The destinations and inboxes of each alert. */
export function addressAlerts(addressed: readonly AddressedAlert[], known: FanOutFacts) {
  const { policy, choices, destinations } = known
  const content = new Map(known.content)
  const places = Map.groupBy(destinations, one => one.user_id)
  const sends: (Place & { alert_id: number })[] = []
  const notes: InboxNote[] = []
  for (const { alert, people } of addressed) {
    const { id: alert_id, type, data, created_at } = alert
    for (const { user_id, role } of people) {
      const who = { policy, role, choices: choices.get(user_id) ?? DEFAULT_CHOICES }
      if (goesToInbox(type, who)) notes.push({ user_id, alert_id, type, data, created_at })
      const reached = places.get(user_id) ?? []
      if (reached.length === 0 || !goesToDevices(type, who)) continue
      if (isContent(type)) {
        // 1/4.14: the storm limit; alerts above it only appear in the inbox.
        const before = content.get(user_id) ?? 0
        if (before >= CONTENT_ALERTS_PER_WINDOW) continue
        content.set(user_id, before + 1)
      }
      sends.push(...reached.map(place => ({ alert_id, ...place })))
    }
  }
  return { sends, notes }
}
