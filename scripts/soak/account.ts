import type { Ledger } from './acts.ts'
import { managerProblems } from './account-managers.ts'
import { alertProblems } from './account-alerts.ts'
import type { Reader } from './database.ts'
import type { Household, SoakWorld } from './household.ts'

export interface AccountParts {
  ledger: Ledger
  reader: Reader
  world: SoakWorld
  household: Household
}

export interface RequestFacts extends Record<string, string | number | null> {
  id: number
  user_id: number
  media_type: string
  identity: string
  tmdb_id: number | null
  foreign_id: string | null
  seasons: string | null
  season_scope: string | null
  match: string | null
  instance_id: string
  decision: string
  approval_required: number
}

export interface DeliveryFacts extends Record<string, string | number | null> {
  request_id: number
  format: string
  state: string
  code: string | null
  message: string
  began: number
  record_id: number | null
}

const problemsOf = <T>(rows: readonly T[], tell: (row: T) => string | null) =>
  rows.flatMap(row => tell(row) ?? [])

export const listRequests = (reader: Reader) =>
  reader.rows<RequestFacts>('select * from requests order by id')
export const listDeliveries = (reader: Reader) =>
  reader.rows<DeliveryFacts>('select * from request_deliveries order by id')

export function groupBy<T>(rows: readonly T[], key: (row: T) => string | number): Map<string | number, T[]> {
  const groups = new Map<string | number, T[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(row)
    else groups.set(key(row), [row])
  }
  return groups
}

/** Everything that is lost, doubled or half there, as sentences; none when all is well. */
export function takeAccount(parts: AccountParts): string[] {
  return [
    ...parts.ledger.broken,
    ...storageProblems(parts),
    ...requestProblems(parts),
    ...wholenessProblems(parts),
    ...decisionProblems(parts),
    ...chargeProblems(parts),
    ...managerProblems(parts),
    ...alertProblems(parts),
  ]
}

function storageProblems({ reader, household }: AccountParts): string[] {
  const [check] = reader.rows<{ integrity_check: string }>('pragma integrity_check')
  const orphans = reader.rows('pragma foreign_key_check')
  const users = new Set(reader.rows<{ id: number }>('select id from users').map(row => row.id))
  return [
    ...(check?.integrity_check === 'ok' ? [] : [`The database is damaged: ${check?.integrity_check}.`]),
    ...(orphans.length === 0 ? [] : [`${orphans.length} rows belong to nothing.`]),
    ...problemsOf(household.people, ({ user_id, name }) => (users.has(user_id) ? null : `${name} was lost.`)),
  ]
}

/** Each answer has its row; each row has its answer, or a question whose answer was cut off. */
function requestProblems({ ledger, reader }: AccountParts): string[] {
  const rows = listRequests(reader)
  const byId = new Map(rows.map(row => [row.id, row]))
  const creators = new Map<number, number>()
  const subscribers = groupBy(
    reader.rows<{ request_id: number; user_id: number }>(
      'select distinct request_id, user_id from request_subscribers',
    ),
    row => row.request_id,
  )
  const problems: string[] = []
  for (const { person, identity, outcome } of ledger.asked) {
    if (outcome === 'cut' || 'refused' in outcome) continue
    const row = byId.get(outcome.request_id)
    const what = `${person.name}'s request ${outcome.request_id} for ${identity}`
    if (!row) problems.push(`${what} was answered and is lost.`)
    else if (row.identity !== identity) problems.push(`${what} is for ${row.identity}.`)
    else if (!subscribers.get(row.id)?.some(one => one.user_id === person.user_id))
      problems.push(`${what} is there, but not theirs.`)
    if (outcome.status === 201) creators.set(outcome.request_id, (creators.get(outcome.request_id) ?? 0) + 1)
  }
  for (const [id, times] of creators) if (times > 1) problems.push(`Request ${id} was new ${times} times.`)
  const cut = ledger.asked.filter(({ outcome }) => outcome === 'cut')
  for (const row of rows) {
    if (creators.has(row.id)) continue
    // A book passes to another subscriber when its owner leaves.
    const theirs = new Set(subscribers.get(row.id)?.map(one => one.user_id))
    const index = cut.findIndex(
      ({ identity, person }) => identity === row.identity && theirs.has(person.user_id),
    )
    if (index === -1)
      problems.push(`Request ${row.id} for ${row.identity} comes from nowhere: it was doubled.`)
    else cut.splice(index, 1)
  }
  return problems
}

/** A request is there with its subscriber and its deliveries, or not at all. */
function wholenessProblems({ reader }: AccountParts): string[] {
  const deliveries = groupBy(listDeliveries(reader), row => row.request_id)
  return listRequests(reader).flatMap(({ id, media_type, identity, decision }) => {
    const own = deliveries.get(id) ?? []
    const formats = own.map(one => one.format)
    const what = `Request ${id} for ${identity}`
    if (own.length === 0) return [`${what} has no delivery.`]
    if (new Set(formats).size < formats.length) return [`${what} has a delivery twice.`]
    if (media_type !== 'book' && formats.join() !== '') return [`${what} has deliveries ${formats.join()}.`]
    return own.flatMap(({ state, code, message }) => {
      if (state === 'attention') return [`${what} needs a person: ${code}, ${message}`]
      const isOver = state === 'complete' || state === 'cancelled'
      // Of a book that several want, whoever is alone with a format can cancel it.
      const isLeft = state === 'approval' || (media_type === 'book' && state === 'cancelled')
      if (decision === 'pending' && !isLeft) return [`${what} is undecided and ${state}.`]
      if (decision === 'approved' && !isOver) return [`${what} never came to an end: ${state}, ${message}`]
      if ((decision === 'denied' || decision === 'cancelled') && state !== 'cancelled')
        return [`${what} is ${decision}, and its delivery ${state}.`]
      return []
    })
  })
}

/** What an admin, or a requester, was told is done is done. */
function decisionProblems({ ledger, reader }: AccountParts): string[] {
  const rows = new Map(listRequests(reader).map(row => [row.id, row]))
  return problemsOf(ledger.changed, ({ request_id, change, outcome }) => {
    if (outcome !== 'done') return null
    const row = rows.get(request_id)
    if (!row) return `Request ${request_id} was ${change} and is lost.`
    // Somebody may cancel what was approved; and of a book that others want, only their part of it.
    const isSo = row.decision === change || row.decision === 'cancelled' || row.media_type === 'book'
    if (change === 'cancelled' || isSo) return null
    return `Request ${request_id} was ${change}, and is ${row.decision}.`
  })
}

interface Charge extends Record<string, string | number | null> {
  request_id: number
  user_id: number
  unit: string
  book_format: string
  began: number
  refunded_at: string | null
}

/** One charge for each unit of a request; none of one that was never sent; and never given back once it was. */
function chargeProblems({ reader }: AccountParts): string[] {
  const charges = reader.rows<Charge>('select * from request_charges')
  const requests = new Map(listRequests(reader).map(row => [row.id, row]))
  const doubled = groupBy(
    charges.filter(row => row.refunded_at === null),
    ({ request_id, user_id, unit, book_format }) => `${request_id} ${user_id} ${unit} ${book_format}`,
  )
  const problems = [...doubled.values()]
    .filter(rows => rows.length > 1)
    .map(([row]) => `Request ${row?.request_id} charged ${row?.unit} more than once.`)
  for (const { request_id, unit, began, refunded_at } of charges) {
    const request = requests.get(request_id)
    if (!request) problems.push(`A charge of request ${request_id} has no request.`)
    if (began === 1 && refunded_at !== null)
      problems.push(`Request ${request_id} was given ${unit} back although it was sent.`)
    if (request?.decision === 'denied' && refunded_at === null)
      problems.push(`Request ${request_id} was denied, and ${unit} is still charged.`)
  }
  const charged = new Set(charges.map(row => row.request_id))
  const singles = [...requests.values()].filter(
    row => row.media_type === 'movie' || row.media_type === 'music',
  )
  const free = freeRequests(reader)
  return [
    ...problems,
    ...problemsOf(singles, ({ id, identity }) =>
      charged.has(id) || free.has(id) ? null : `Request ${id} for ${identity} was never charged.`,
    ),
  ]
}

/** What was there already when it was asked for costs nothing. */
function freeRequests(reader: Reader): ReadonlySet<number> {
  return new Set(
    listDeliveries(reader)
      .filter(({ state, began }) => state === 'complete' && began === 0)
      .map(row => row.request_id),
  )
}
