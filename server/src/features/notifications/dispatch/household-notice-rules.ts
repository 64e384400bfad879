import type { AlertData, AlertRecord, AlertType } from '../alerts/alert.ts'
import { type AlertText, oneLine, ownText, requestedAs, titleOf, userOf, type Words } from './notice-rules.ts'

/** The reason for declining is for the requester alone. */
function decided(data: AlertData): AlertText {
  const verb = data.decision === 'denied' ? 'declined' : 'approved'
  const recipient = data.username ? ` for ${oneLine(data.username, 60)}` : ''
  return { title: `Request ${verb}`, body: `${requestedAs(data, 'A request')} was ${verb}${recipient}.` }
}

function access(data: AlertData): string {
  const server = data.instance_name ? oneLine(data.instance_name, 60) : 'another media server'
  return `${userOf(data, 'Somebody')} can use ${server} now.`
}

/** Only the types that otherwise address their reader. */
const WORDS: Partial<Record<AlertType, Words>> = {
  request_decision: decided,
  media_server_access: data => ({ title: 'Access granted', body: access(data) }),
  issue_report_update: data => ({
    title: 'Report updated',
    body: `There is a new message about ${titleOf(data, 'a report')}.`,
  }),
  issue_closed: data => ({
    title: 'Report closed',
    body: data.title ? `The report about ${oneLine(data.title)} was closed.` : 'A report was closed.',
  }),
  agent_action_pending: () => ({
    title: 'Action needs approval',
    body: 'A proposed fix is waiting for an admin.',
  }),
  profile_change_pending: () => ({
    title: 'Change needs approval',
    body: 'A proposed change is waiting for an admin.',
  }),
}

/** For a place that everybody in the household may read: alerts are about somebody, not to the reader. */
export function householdText({ type, data }: Pick<AlertRecord, 'type' | 'data'>): AlertText {
  return WORDS[type]?.(data) ?? ownText({ type, data })
}
