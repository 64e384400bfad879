import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import type { TFunction } from 'i18next'
import { remediationSentence } from '#lib/remediation-sentence.ts'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import type { Format } from '#lib/format.ts'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { facetOf, fixKeyOf, partText } from '#lib/remediation-words.ts'

export type Params = Readonly<Record<string, unknown>>

function numberIn(params: Params, name: string): number | undefined {
  const value = params[name]
  return typeof value === 'number' ? value : undefined
}

export function textIn(params: Params, name: string): string | undefined {
  const value = params[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function productOf(action: Pick<AgentAction, 'instance_service_type'>): string {
  return PRODUCT_NAMES[action.instance_service_type]
}

/** "Low Water, Season 2, episode 3". Taken from the stored values alone: approvals are about nothing else. */
function subjectOf(t: TFunction, format: Format, title: string, params: Params): string {
  const season = numberIn(params, 'season')
  const episodes = params['episodes']
  if (season !== undefined && Array.isArray(episodes) && episodes.length > 0) {
    const numbers = episodes.map(String)
    return t('agent_actions.episodes_of', {
      count: numbers.length,
      title,
      season,
      episodes: format.list(numbers),
    })
  }
  const part = partText(t, { season, episode: numberIn(params, 'episode') })
  return part ? t('agent_actions.part_of', { title, part }) : title
}

type Worded = Pick<AgentAction, 'kind' | 'issue_title' | 'instance_service_type'>

/** What approving does, in one sentence. */
export function actionSentence(t: TFunction, format: Format, action: Worded, params: Params): string {
  const product = productOf(action)
  const key = fixKeyOf(action.kind, facetOf(action.kind, params))
  if (!key) return t('agent_actions.unknown_fix', { product })
  if (key === 'grab_release') {
    const release = textIn(params, 'release_title') ?? action.issue_title
    return params['queue_id_to_replace'] === undefined
      ? t('agent_actions.will.grab_release', { product, release })
      : t('agent_actions.will.grab_release_replace', { product, release })
  }
  const what = subjectOf(t, format, action.issue_title, params)
  return t(`agent_actions.will.${key}`, { product, what })
}

/** Why a decision was refused; the server says what blocks an action. */
export function refusalText(t: TFunction, error: unknown): string {
  const reason = error instanceof ApiError ? error.details['reason'] : undefined
  const text = errorText(t, error)
  return typeof reason === 'string' && reason.includes(' ')
    ? `${text} ${remediationSentence(t, reason)}`
    : text
}
