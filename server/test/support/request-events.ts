import type { EventFrame } from '@foyer/contract/events'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import type { TestApp } from './app.ts'

/** Collects events as the open pages of these users would. */
export function listenTo<N extends string>(app: TestApp, people: Record<N, TokenResponse>) {
  const received = new Map<string, EventFrame[]>()
  for (const [name, { user, device_id }] of Object.entries<TokenResponse>(people)) {
    const frames: EventFrame[] = []
    received.set(name, frames)
    const { id: user_id, username, role } = user
    const send = ({ json }: { json: Buffer }) => void frames.push(JSON.parse(json.toString()) as EventFrame)
    app.event_hub.join({ user_id, username, role, device_id }, { send, beat: () => {}, close: () => {} })
  }
  return {
    of: (name: N, type: string): Record<string, unknown>[] =>
      (received.get(name) ?? []).filter(frame => frame.type === type).map(frame => frame.data),
  }
}
