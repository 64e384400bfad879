import type { Texts } from '#texts/texts.ts'
import type { AlertData, AlertRecord, AlertType } from '../alerts/alert.ts'
import {
  type AlertText,
  accessDecided,
  oneLine,
  ownText,
  requestedAs,
  sayNamed,
  userOf,
  type Words,
} from './notice-rules.ts'

/** The reason for declining is for the requester alone. */
function decided(data: AlertData, texts: Texts): AlertText {
  const isDeclined = data.decision === 'denied'
  const title = requestedAs(data, texts, 'unnamed.request')
  const user = data.username ? oneLine(data.username, 60) : null
  const heading = isDeclined ? 'request_declined' : 'request_approved'
  const body =
    user === null
      ? texts.say(isDeclined ? 'request_decision.declined' : 'request_decision.approved', { title })
      : texts.say(`${heading}.for_user`, { title, user })
  return { title: texts.say(`${heading}.heading`), body }
}

function access(data: AlertData, texts: Texts): string {
  const user = userOf(data, texts)
  return data.instance_name
    ? texts.say('media_server_access.of_user', { user, server: oneLine(data.instance_name, 60) })
    : texts.say('media_server_access.unnamed', { user })
}

/** Only the types that otherwise address their reader. */
const WORDS: Partial<Record<AlertType, Words>> = {
  request_decision: decided,
  media_server_access: (data, texts) => ({
    title: texts.say('media_server_access.heading'),
    body: access(data, texts),
  }),
  library_access_decision: (data, texts) => ({
    title: texts.say(accessDecided(data, 'heading')),
    body: texts.say(accessDecided(data, 'of_user'), { user: userOf(data, texts) }),
  }),
  issue_report_update: (data, texts) => ({
    title: texts.say('issue_report_update.heading_of_user'),
    body: sayNamed(texts, data, ['issue_report_update.body', 'issue_report_update.unnamed_of_user']),
  }),
  issue_closed: (data, texts) => ({
    title: texts.say('issue_closed.heading_of_user'),
    body: sayNamed(texts, data, ['issue_closed.body_of_user', 'issue_closed.unnamed_of_user']),
  }),
  agent_action_pending: (_data, texts) => ({
    title: texts.say('agent_action_pending.heading'),
    body: texts.say('agent_action_pending.of_admins'),
  }),
  profile_change_pending: (_data, texts) => ({
    title: texts.say('profile_change_pending.heading'),
    body: texts.say('profile_change_pending.of_admins'),
  }),
}

/** For a place that everybody in the household may read: alerts are about somebody, not to the reader. */
export function householdText({ type, data }: Pick<AlertRecord, 'type' | 'data'>, texts: Texts): AlertText {
  return WORDS[type]?.(data, texts) ?? ownText({ type, data }, texts)
}
