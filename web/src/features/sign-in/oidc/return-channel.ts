import { storageKey } from '#lib/base-url.ts'
import type { Returned } from './returned.ts'

/** Between the settings page, which holds the verifier of a test, and the window in which the test runs. */
const NAME = storageKey('oidc_window')

type Message = { type: 'returned'; returned: Returned } | { type: 'received'; flow: string }

function open(onMessage: (message: Message) => void): BroadcastChannel {
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', event => onMessage(event.data as Message))
  return channel
}

function post(channel: BroadcastChannel, message: Message) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  channel.postMessage(message)
}

/** Receives what the provider returned for a flow, and confirms it. Returns how to stop. */
export function receiveReturn(flow: string, onReturned: (returned: Returned) => void): () => void {
  const channel = open(message => {
    if (message.type !== 'returned' || message.returned.flow !== flow) return
    post(channel, { type: 'received', flow })
    onReturned(message.returned)
  })
  return () => channel.close()
}

/** Sends it to the page that began the flow. Returns how to stop waiting for the confirmation. */
export function sendReturn(returned: Returned, onReceived: () => void): () => void {
  const channel = open(message => {
    if (message.type === 'received' && message.flow === returned.flow) onReceived()
  })
  post(channel, { type: 'returned', returned })
  return () => channel.close()
}
