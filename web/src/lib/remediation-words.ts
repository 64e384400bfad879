import type { ProblemKind } from '@foyer/contract/issues/problem-kinds'
import type { ActionKind, ApprovalTriple } from '@foyer/contract/remediation/agent-actions'
import type { TFunction } from 'i18next'
import words from '#locales/en/remediation-words.json'

export type FixKey = keyof typeof words.fix

function isFix(key: string): key is FixKey {
  return Object.hasOwn(words.fix, key)
}

function isProblem(kind: string): kind is ProblemKind {
  return Object.hasOwn(words.problem, kind)
}

/** 2/4.9: the kind of a fix with its variant. Undefined for one that a newer server knows. */
export function fixKeyOf(kind: string, facet: string | undefined): FixKey | undefined {
  const key = facet ? `${kind}_${facet}` : kind
  return isFix(key) ? key : undefined
}

/** 2/4.9: the variant of a fix is part of its values. */
export function facetOf(kind: ActionKind, params: Readonly<Record<string, unknown>>): string {
  if (kind === 'manual_import') return params['force'] === true ? 'force' : ''
  if (kind === 'delete_media_files') return params['blocklist'] === true ? 'blocklist' : 'files_only'
  const { action } = params
  return kind === 'remediate_queue' && typeof action === 'string' ? action : ''
}

/** "Stalled download: block the release and search again". The server's own label is English. */
export function ruleLabel(t: TFunction, rule: ApprovalTriple & { label: string }): string {
  const fix = fixKeyOf(rule.action_kind, rule.action_facet)
  if (!fix || !isProblem(rule.problem_kind)) return rule.label
  return t('remediation_words.label', {
    problem: t(`remediation_words.problem.${rule.problem_kind}`),
    fix: t(`remediation_words.fix.${fix}`),
  })
}

interface Part {
  season?: number | undefined
  episode?: number | undefined
}

/** 2/4.9: season 0 with an episode is a special; a season without one is the whole season. */
export function partText(t: TFunction, { season, episode }: Part): string | undefined {
  if (season === undefined) return undefined
  if (episode === undefined)
    return season === 0
      ? t('remediation_words.part.specials')
      : t('remediation_words.part.season', { season })
  return season === 0
    ? t('remediation_words.part.special', { episode })
    : t('remediation_words.part.episode', { season, episode })
}
