import type { OrderedChannel } from '#features/notifications/dispatch/ordered-channel.ts'
import type { AlertRecord } from '#features/notifications/alerts/alert.ts'
import type { MessageOutcome } from '#ports/message-sender.ts'

/** An error ends the run; a promise delays the answer. */
type Scripted = MessageOutcome | Error | Promise<MessageOutcome>

interface Posted {
  destination: string
  alert: AlertRecord
}

/** A channel to places that take alerts in order. It sends at once, unless a test scripts the next outcomes. */
export function createScriptedQueue(own: Partial<OrderedChannel> = {}) {
  const posted: Posted[] = []
  const script: Scripted[] = []
  let onPosted = () => {}
  const channel: OrderedChannel = {
    channel: 'chat_webhook',
    listeningPlaces: async () => [],
    isWanted: async () => true,
    async send({ destination }, alert) {
      posted.push({ destination, alert })
      onPosted()
      const next = (await script.shift()) ?? { kind: 'sent' }
      if (next instanceof Error) throw next
      return next
    },
    ...own,
  }
  return {
    channel,
    posted,
    nextPost: (...outcomes: Scripted[]) => void script.push(...outcomes),
    onPosted(listener: () => void) {
      onPosted = listener
    },
  }
}
