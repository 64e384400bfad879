import type { Issue } from '@foyer/contract/issues/issue'
import type { SessionOfAnybody } from '@foyer/contract/operations/sessions'
import type { RequestHistoryRow } from '@foyer/contract/requests/admin-requests'

type Titled = Pick<RequestHistoryRow, 'media_type' | 'title' | 'tmdb_id' | 'foreign_id' | 'instance_id'>

/** Something that a person did, or that was decided for them. */
export type Activity = { key: string; at: string } & (
  | { what: 'seen'; device: string }
  | { what: 'requested'; title: Titled }
  | { what: 'approved' | 'denied'; title: Titled; by: string | undefined }
  | { what: 'reported'; issue_id: number; name: string }
)

interface Known {
  devices: readonly SessionOfAnybody[]
  requests: readonly RequestHistoryRow[]
  issues: readonly Issue[]
}

/** The latest of it, newest first. Devices and issues may be those of everybody. */
export function activityOf(user_id: number, { devices, requests, issues }: Known, most: number): Activity[] {
  const seen = devices
    .filter(device => device.user_id === user_id)
    .map(({ id, name: device, last_used_at: at }) => ({
      key: `seen ${id}`,
      at,
      what: 'seen' as const,
      device,
    }))
  const asked = requests.map(row => ({
    key: `requested ${row.request_id}`,
    at: row.requested_at,
    what: 'requested' as const,
    title: row,
  }))
  const decided = requests.flatMap(row => {
    const { request_id, decision, decided_at: at, decided_by: by } = row
    if (!at || (decision !== 'approved' && decision !== 'denied')) return []
    return [{ key: `decided ${request_id}`, at, what: decision, title: row, by }]
  })
  const reported = issues
    .filter(issue => issue.reporter_id === user_id)
    .map(({ id, title: name, created_at: at }) => ({
      key: `reported ${id}`,
      at,
      what: 'reported' as const,
      issue_id: id,
      name,
    }))
  return [...seen, ...asked, ...decided, ...reported]
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, most)
}
