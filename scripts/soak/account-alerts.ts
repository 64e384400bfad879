import { type AccountParts, groupBy, listRequests } from './account.ts'

/** Maximum entries per person, as in inbox-service.ts. */
const INBOX_KEEPS = 500

interface AlertFacts extends Record<string, string | number | null> {
  id: number
  type: string
  data: string
  state: string
}

/** Each fact is told once: as an alert, in each inbox, and at the household's destination. */
export function alertProblems(parts: AccountParts): string[] {
  return [...raisedProblems(parts), ...inboxProblems(parts), ...sentProblems(parts)]
}

const named = ({ type, data }: AlertFacts) => {
  const { request_id, tmdb_id } = JSON.parse(data)
  return `${type} of ${request_id === undefined ? `movie ${tmdb_id}` : `request ${request_id}`}`
}

function listAlerts({ reader }: AccountParts): AlertFacts[] {
  return reader.rows<AlertFacts>(
    `select id, type, data, state from alerts where type in ('request_pending', 'request_decision', 'new_movie')`,
  )
}

function raisedProblems(parts: AccountParts): string[] {
  const raised = groupBy(listAlerts(parts), named)
  const problems: string[] = []
  for (const [name, { length }] of raised)
    if (length > 1) problems.push(`The alert ${name} was raised ${length} times.`)
  for (const { id, approval_required, decision } of listRequests(parts.reader)) {
    if (approval_required === 0) continue
    if (!raised.has(`request_pending of request ${id}`))
      problems.push(`Nobody was told that request ${id} waits.`)
    if (decision === 'denied' && !raised.has(`request_decision of request ${id}`))
      problems.push(`Nobody was told that request ${id} was denied.`)
  }
  return problems
}

function inboxProblems({ reader }: AccountParts): string[] {
  const doubled = reader.rows<{ user_id: number; alert_id: number; times: number }>(
    `select user_id, alert_id, count(*) as times from inbox_entries group by user_id, alert_id having count(*) > 1`,
  )
  // A full inbox has dropped its oldest.
  const untold = reader.rows<{ id: number }>(
    `select id from alerts where type = 'request_decision' and state = 'told'
      and not exists (select 1 from inbox_entries where alert_id = alerts.id)
      and not exists (
        select 1 from inbox_entries where user_id in (select value from json_each(alerts.audience, '$.user_ids'))
        group by user_id having count(*) >= ${INBOX_KEEPS} and min(alert_id) > alerts.id
      )`,
  )
  return [
    ...doubled.map(row => `Person ${row.user_id} was told alert ${row.alert_id} ${row.times} times.`),
    ...untold.map(row => `The decision of alert ${row.id} is in no inbox.`),
  ]
}

/** `sent` arrived once; `unconfirmed` may have; nothing else may have arrived, and nothing twice. */
function sentProblems(parts: AccountParts): string[] {
  const { reader, world } = parts
  const states = new Map(
    reader
      .rows<{ alert_id: number; state: string }>(
        `select alert_id, state from alert_sends where channel = 'destination'`,
      )
      .map(row => [row.alert_id, row.state]),
  )
  const arrived = groupBy(world.webhookReceiver.received(), ({ event, data }) =>
    named({ id: 0, state: '', type: event, data: JSON.stringify(data) }),
  )
  const problems: string[] = []
  for (const [name, { length }] of arrived)
    if (length > 1) problems.push(`${name} arrived at the household's destination ${length} times.`)
  for (const alert of listAlerts(parts))
    if (states.get(alert.id) === 'sent' && !arrived.has(named(alert)))
      problems.push(`${named(alert)} was sent to the household's destination and is lost.`)
  return problems
}
