import { findSystemIssue } from '@foyer/contract/issues/system-issues'
import { findPauseReason } from '@foyer/contract/remediation/pause-reasons'
import type { TextKey } from '#texts/text-types.ts'
import type { Texts } from '#texts/texts.ts'
import { type AlertData, type AlertRecord, type AlertType, isWatched, type Notice } from '../alerts/alert.ts'

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

export type Words = (data: AlertData, texts: Texts) => AlertText

/** The title, or the text in its place. */
export const titleOf = ({ title }: AlertData, texts: Texts, unnamed: TextKey) =>
  title ? oneLine(title) : texts.say(unnamed)

const kindOf = ({ media_type }: AlertData) => media_type ?? 'title'

export const userOf = ({ username }: AlertData, texts: Texts) =>
  username ? oneLine(username, 60) : texts.say('somebody')

function episodes(data: AlertData, texts: Texts): string {
  return texts.sayCount('new_episode.body', data.count ?? 1, { title: titleOf(data, texts, 'unnamed.tv') })
}

/** On somebody's watchlist. */
function watched(data: AlertData, texts: Texts): string {
  const { watch, media_type, season_number } = data
  if (watch === 'arrived' && media_type === 'tv') return episodes(data, texts)
  const name = titleOf(data, texts, `unnamed.${kindOf(data)}`)
  const title =
    season_number === undefined
      ? name
      : texts.say('watched.season', { title: name, season: String(season_number) })
  if (watch === 'askable') return texts.say('watched.askable', { title })
  if (watch === 'released') return texts.say('watched.released', { title })
  return texts.say(media_type === 'movie' ? 'new_movie.body' : 'new_book.body', { title })
}

/** C69: unverified titles are attributed to the requester. */
function pending(data: AlertData, texts: Texts): string {
  const values = { user: userOf(data, texts), title: titleOf(data, texts, 'below') }
  const kind = kindOf(data)
  return texts.say(data.title_unverified ? `requested_as.${kind}` : `request_pending.${kind}`, values)
}

function autoApproved(data: AlertData, texts: Texts): string {
  if (data.title_unverified) {
    return texts.say('request_auto_approved.unverified', { request: pending(data, texts) })
  }
  return texts.say('request_auto_approved.body', { title: titleOf(data, texts, 'unnamed.request') })
}

/** C69: an unverified title is the requester's. */
export function requestedAs(data: AlertData, texts: Texts, unnamed: TextKey): string {
  const title = titleOf(data, texts, unnamed)
  return data.title_unverified ? texts.say(`unverified.${kindOf(data)}`, { title }) : title
}

function decided(data: AlertData, texts: Texts): string {
  const title = requestedAs(data, texts, 'unnamed.own_request')
  if (data.decision !== 'denied') return texts.say('request_decision.approved', { title })
  if (!data.reason) return texts.say('request_decision.declined', { title })
  return texts.say('request_decision.declined_because', { title, reason: oneLine(data.reason) })
}

/** C60: begins with the result of the repair, the first thing an admin wants to know. */
function lostWebhook(data: AlertData, texts: Texts): string {
  const name = data.instance_name ? oneLine(data.instance_name, 60) : texts.say('unnamed.manager')
  return texts.say(`webhook_lost.${data.webhook_action ?? 'none'}`, { name })
}

/** Without a medium it is about Foyer itself, and its title says what is wrong (2:4.7.3). */
function newIssue(data: AlertData, texts: Texts): string {
  if (data.media_type === undefined) {
    const known = findSystemIssue(data.title)
    if (known) return texts.say(`issue_created.${known.name}`)
    return data.title ? `${oneLine(data.title)}.` : texts.say('issue_created.of_server')
  }
  const values = { user: userOf(data, texts), title: titleOf(data, texts, `with.${kindOf(data)}`) }
  return texts.say(data.username ? 'issue_created.report' : 'issue_created.found', values)
}

/** For admins: with a name, that person wrote; without one, the issue was handed over. */
function waitingIssue(data: AlertData, texts: Texts): string {
  if (!data.username) {
    return texts.say('issue_question.waits', { title: titleOf(data, texts, 'unnamed.issue') })
  }
  return sayNamed(texts, data, ['issue_question.wrote', 'issue_question.wrote_unnamed'])
}

/** The sentence with a title, or the one without. */
export function sayNamed(
  texts: Texts,
  data: AlertData,
  [named, unnamed]: readonly [named: TextKey, unnamed: TextKey],
): string {
  const user = userOf(data, texts)
  return data.title ? texts.say(named, { user, title: oneLine(data.title) }) : texts.say(unnamed, { user })
}

/**
 * The title is the English name of the rule, such as “Stalled download: search again”. In other languages (C58) only
 * the page names it, to which the alert leads.
 */
function pausedRule(data: AlertData, texts: Texts): string {
  const sentence =
    texts.language === 'en'
      ? sayNamed(texts, data, ['agent_autoapproval_paused.body', 'agent_autoapproval_paused.unnamed'])
      : texts.say('agent_autoapproval_paused.unnamed')
  const known = findPauseReason(data.reason)
  const reason = known ? texts.say(`paused_after.${known.name}`) : oneLine(data.reason ?? '')
  return reason ? `${sentence} ${reason}` : sentence
}

/** By the kind of library: nobody without access knows their names. */
const shelfOf = ({ media_type }: AlertData) => (media_type === 'music' ? 'music' : 'books')

/** The text that tells how somebody's wish for a library was decided. */
export function accessDecided(data: AlertData, part: 'heading' | 'own' | 'of_user') {
  const decision = data.decision === 'denied' ? 'declined' : 'granted'
  return part === 'heading'
    ? (`library_access.heading_${decision}` as const)
    : (`library_access.${decision}_${part}_${shelfOf(data)}` as const)
}

function weekly({ count = 0 }: AlertData, texts: Texts): string {
  return count === 0 ? texts.say('agent_digest.none') : texts.sayCount('agent_digest.body', count)
}

/** About an account: with its name, or without. */
function ofAccount(
  { username }: AlertData,
  texts: Texts,
  type: 'sign_in_throttled' | 'admin_link_made',
): string {
  return username ? texts.say(`${type}.body`, { user: oneLine(username, 60) }) : texts.say(`${type}.unnamed`)
}

type Body = (data: AlertData, texts: Texts) => string

/** All sentences are Foyer's own; only titles, names and an admin's own reason are inserted. */
const BODIES: Record<AlertType, Body> = {
  request_pending: pending,
  request_decision: decided,
  request_auto_approved: autoApproved,
  new_movie: (data, texts) => texts.say('new_movie.body', { title: titleOf(data, texts, 'unnamed.movie') }),
  new_episode: episodes,
  new_book: (data, texts) => texts.say('new_book.body', { title: titleOf(data, texts, 'unnamed.book') }),
  new_music: (data, texts) => texts.say('new_music.body', { title: titleOf(data, texts, 'unnamed.music') }),
  watched_movie: watched,
  watched_show: watched,
  watched_book: watched,
  watched_album: watched,
  content_upgraded: (data, texts) =>
    texts.say('content_upgraded.body', { title: titleOf(data, texts, 'unnamed.title') }),
  invite_access_request: (data, texts) =>
    texts.say('invite_access_request.body', { user: userOf(data, texts) }),
  media_server_access: (_data, texts) => texts.say('media_server_access.own'),
  library_access_request: (data, texts) =>
    texts.say(`library_access.request_${shelfOf(data)}`, { user: userOf(data, texts) }),
  library_access_decision: (data, texts) => texts.say(accessDecided(data, 'own')),
  issue_created: newIssue,
  issue_question: waitingIssue,
  issue_report_update: (data, texts) =>
    sayNamed(texts, data, ['issue_report_update.body', 'issue_report_update.unnamed']),
  issue_closed: (data, texts) => sayNamed(texts, data, ['issue_closed.body', 'issue_closed.unnamed']),
  agent_action_pending: (_data, texts) => texts.say('agent_action_pending.own'),
  agent_autoapproval_paused: pausedRule,
  profile_change_pending: (_data, texts) => texts.say('profile_change_pending.own'),
  issue_fix_confirm: (data, texts) =>
    sayNamed(texts, data, ['issue_fix_confirm.body', 'issue_fix_confirm.unnamed']),
  remediation_autodispatch_disabled: (_data, texts) => texts.say('remediation_autodispatch_disabled.body'),
  webhook_lost: lostWebhook,
  sign_in_throttled: (data, texts) => ofAccount(data, texts, 'sign_in_throttled'),
  admin_link_made: (data, texts) => ofAccount(data, texts, 'admin_link_made'),
  agent_digest: weekly,
}

function headingOf(type: AlertType, data: AlertData, texts: Texts): string {
  if (isWatched(type)) return texts.say(`watched.heading_${data.watch ?? 'arrived'}`)
  if (type === 'library_access_request') return texts.say('library_access.heading')
  if (type === 'library_access_decision') return texts.say(accessDecided(data, 'heading'))
  const isReport = type === 'issue_created' && data.username !== undefined && data.username !== ''
  return texts.say(isReport ? 'issue_created.heading_report' : `${type}.heading`)
}

/**
 * Constant for one alert and unique to it: it must never replace another alert, not even one from a second Foyer
 * server on the same phone. Apple allows 64 bytes.
 */
function collapseIdOf({ id, created_at }: AlertRecord): string {
  return `alert:${id}:${Date.parse(created_at).toString(36)}`
}

/** For the people an alert concerns. */
export function ownText({ type, data }: Pick<AlertRecord, 'type' | 'data'>, texts: Texts): AlertText {
  return { title: headingOf(type, data, texts), body: BODIES[type](data, texts) }
}

export function noticeOf(alert: AlertRecord, texts: Texts, badge?: number): Notice {
  return {
    alert_id: alert.id,
    type: alert.type,
    ...ownText(alert, texts),
    ...(badge !== undefined && { badge }),
    collapse_id: collapseIdOf(alert),
    data: alert.data,
  }
}

export function testNotice(texts: Texts): Notice {
  return { alert_id: null, type: 'test', title: 'Foyer', body: texts.say('test.device'), data: {} }
}
