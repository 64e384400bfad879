import type { AlertData, AlertRecord, AlertType, Notice } from '../alerts/alert.ts'

/** Phones show two or three lines, so text from others is cut to one. */
const MAX_TEXT = 120

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** One line of external text: no control or direction characters, and a limited length. */
export function oneLine(text: string, max = MAX_TEXT): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  // One grapheme can have many code units, but not without limit: a message must fit into 4 KB.
  const letters = Array.from(SEGMENTER.segment(line.slice(0, max * 4).toWellFormed()), one => one.segment)
  const isWhole = letters.length <= max && line.length <= max * 4
  return isWhole
    ? line
    : `${letters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}

/** What a message says. */
export interface AlertText {
  title: string
  body: string
}

export type Words = (data: AlertData) => AlertText

export const titleOf = ({ title }: AlertData, otherwise: string) => (title ? oneLine(title) : otherwise)

const KIND = { movie: 'movie', tv: 'show', book: 'book', music: 'album' } as const
const kindOf = ({ media_type }: AlertData) => (media_type ? KIND[media_type] : 'title')

function episodes(data: AlertData): string {
  const name = titleOf(data, 'A show')
  return (data.count ?? 1) > 1 ? `${name}: ${data.count} new episodes` : `${name}: a new episode`
}

const requesterOf = ({ username }: AlertData) => (username ? oneLine(username, 60) : 'Somebody')

/** C69: unverified titles are attributed to the requester. */
const requesterNamed = (data: AlertData) =>
  `${requesterOf(data)} requested a ${kindOf(data)} titled “${titleOf(data, 'below')}”.`

function pending(data: AlertData): string {
  if (data.title_unverified) return requesterNamed(data)
  return `${requesterOf(data)} requested the ${kindOf(data)} ${titleOf(data, 'below')}.`
}

function autoApproved(data: AlertData): string {
  if (data.title_unverified) return `${requesterNamed(data)} It was accepted without review.`
  return `${titleOf(data, 'A request')} was accepted without review.`
}

/** C69: an unverified title is the requester's. */
export function requestedAs(data: AlertData, otherwise: string): string {
  const title = titleOf(data, otherwise)
  return data.title_unverified ? `The ${kindOf(data)} requested as “${title}”` : title
}

function decided(data: AlertData): string {
  const what = requestedAs(data, 'Your request')
  if (data.decision !== 'denied') return `${what} was approved.`
  return data.reason ? `${what} was declined: ${oneLine(data.reason)}` : `${what} was declined.`
}

/** C60: begins with the result of the repair, the first thing an admin wants to know. */
function lostWebhook(data: AlertData): string {
  const name = data.instance_name ? oneLine(data.instance_name, 60) : 'A library manager'
  if (data.webhook_action === 'restored') return `${name} had lost its connection to Foyer. It was restored.`
  if (data.webhook_action === 'failed') {
    return `${name} lost its connection to Foyer, and restoring it failed. Foyer will try again.`
  }
  return `${name} no longer reports to Foyer. Open the instance to see why.`
}

export const userOf = ({ username }: AlertData, otherwise: string) =>
  username ? oneLine(username, 60) : otherwise

/** Without a medium it is about Foyer itself, and its title says what is wrong (2:4.7.3). */
function newIssue(data: AlertData): string {
  if (data.media_type === undefined) return data.title ? `${oneLine(data.title)}.` : 'Foyer has a problem.'
  const title = titleOf(data, `a ${kindOf(data)}`)
  return data.username
    ? `${userOf(data, 'Somebody')} reported a problem with ${title}.`
    : `There is a problem with ${title}.`
}

/** For admins: with a name, that person wrote; without one, the issue was handed over. */
function waitingIssue(data: AlertData): string {
  const title = titleOf(data, 'an issue')
  return data.username
    ? `${userOf(data, 'Somebody')} wrote about ${title}.`
    : `${titleOf(data, 'An issue')} needs an admin.`
}

/** The title is the name of the rule, such as “Stalled download: search again”. */
function pausedRule(data: AlertData): string {
  const name = data.title ? `The rule “${oneLine(data.title)}”` : 'An approval rule'
  return data.reason ? `${name} asks first again. ${oneLine(data.reason)}` : `${name} asks first again.`
}

function weekly({ count = 0 }: AlertData): string {
  if (count === 0) return 'No issue was resolved. See what is open.'
  return count === 1 ? '1 issue was resolved.' : `${count} issues were resolved.`
}

/** All sentences are Foyer's own; only titles, names and an admin's own reason are inserted. */
const WORDS: Record<AlertType, Words> = {
  request_pending: data => ({ title: 'Request needs approval', body: pending(data) }),
  request_decision: data => ({ title: 'Your request', body: decided(data) }),
  request_auto_approved: data => ({ title: 'Request accepted', body: autoApproved(data) }),
  new_movie: data => ({ title: 'New movie', body: `${titleOf(data, 'A movie')} is ready to watch.` }),
  new_episode: data => ({ title: 'New episodes', body: `${episodes(data)}.` }),
  new_book: data => ({ title: 'New book', body: `${titleOf(data, 'A book')} is in the library.` }),
  new_music: data => ({ title: 'New music', body: `${titleOf(data, 'An album')} is in the library.` }),
  content_upgraded: data => ({
    title: 'Better version',
    body: `${titleOf(data, 'A title')} was replaced by a better version.`,
  }),
  invite_access_request: data => ({
    title: 'Invitation requested',
    body: `${data.username ? oneLine(data.username, 60) : 'Somebody'} shared an address for an invitation.`,
  }),
  media_server_access: () => ({ title: 'Access granted', body: 'You can use another media server now.' }),
  issue_created: data => ({ title: data.username ? 'New report' : 'New issue', body: newIssue(data) }),
  issue_question: data => ({ title: 'An issue is waiting', body: waitingIssue(data) }),
  issue_report_update: data => ({
    title: 'Your report',
    body: `There is a new message about ${titleOf(data, 'your report')}.`,
  }),
  issue_closed: data => ({
    title: 'Your report',
    body: data.title ? `Your report about ${oneLine(data.title)} was closed.` : 'Your report was closed.',
  }),
  agent_action_pending: () => ({
    title: 'Action needs approval',
    body: 'A proposed fix is waiting for you.',
  }),
  agent_autoapproval_paused: data => ({ title: 'Approval rule paused', body: pausedRule(data) }),
  profile_change_pending: () => ({
    title: 'Change needs approval',
    body: 'A proposed change is waiting for you.',
  }),
  issue_fix_confirm: data => ({
    title: 'Fix confirmed',
    body: `${userOf(data, 'Somebody')} confirmed that ${titleOf(data, 'a report')} is fixed.`,
  }),
  remediation_autodispatch_disabled: () => ({
    title: 'Automatic fixes are off',
    body: 'Automatic fixes were turned off.',
  }),
  webhook_lost: data => ({ title: 'Live updates stopped', body: lostWebhook(data) }),
  sign_in_throttled: data => ({
    title: 'Many failed sign-ins',
    body: `Somebody tried many wrong passwords for ${data.username ? oneLine(data.username, 60) : 'an account'}.`,
  }),
  admin_link_made: data => ({
    title: 'Sign-in link made',
    body: `On the server, a sign-in link was made for ${data.username ? oneLine(data.username, 60) : 'an admin'}.`,
  }),
  agent_digest: data => ({ title: 'This week’s issues', body: weekly(data) }),
}

/**
 * Constant for one alert and unique to it: it must never replace another alert, not even one from a second Foyer
 * server on the same phone. Apple allows 64 bytes.
 */
function collapseIdOf({ id, created_at }: AlertRecord): string {
  return `alert:${id}:${Date.parse(created_at).toString(36)}`
}

/** For the people an alert concerns. */
export function ownText({ type, data }: Pick<AlertRecord, 'type' | 'data'>): AlertText {
  return WORDS[type](data)
}

export function noticeOf(alert: AlertRecord, badge?: number): Notice {
  return {
    alert_id: alert.id,
    type: alert.type,
    ...ownText(alert),
    ...(badge !== undefined && { badge }),
    collapse_id: collapseIdOf(alert),
    data: alert.data,
  }
}

export const TEST_NOTICE: Notice = {
  alert_id: null,
  type: 'test',
  title: 'Foyer',
  body: 'Alerts reach this device.',
  data: {},
}
