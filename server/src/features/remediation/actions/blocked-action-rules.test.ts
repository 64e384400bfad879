import { expect, it } from 'vitest'
import { type Circumstances, reasonAgainst } from './blocked-action-rules.ts'

const action = { instance_name: 'Movies', instance_url: 'http://a', service_type: 'movie_manager' } as const
const free: Circumstances = {
  settings: { enabled: true, mode: 'supervised' },
  issue_status: 'awaiting_approval',
  instance: { url: 'http://a', service_type: 'movie_manager' },
}

it.each<[Partial<Circumstances>, string | null]>([
  [{}, null],
  [{ issue_status: 'needs_admin' }, null],
  [{ issue_status: 'dismissed' }, 'The issue is closed.'],
  [{ instance: undefined }, 'Movies is no longer connected.'],
  [{ instance: { url: 'http://b', service_type: 'movie_manager' } }, 'Movies has another address now'],
  [{ instance: { url: 'http://a', service_type: 'tv_manager' } }, 'Movies has another address now'],
  [{ settings: { enabled: false, mode: 'supervised' } }, 'The agent is turned off.'],
  [{ settings: { enabled: true, mode: 'investigate_only' } }, 'may only investigate'],
])('with %j an action is blocked: %s (2:4.9)', (change, reason) => {
  const found = reasonAgainst(action, { ...free, ...change })
  if (reason === null) expect(found).toBeNull()
  else expect(found).toContain(reason)
})
