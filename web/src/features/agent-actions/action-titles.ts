import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import type { Titled } from '#lib/local-titles.ts'

type Named = Pick<AgentAction, 'issue_title' | 'issue_media_type' | 'issue_tmdb_id'>

export function titleOf({ issue_media_type, issue_tmdb_id, issue_title }: Named): Titled {
  return { media_type: issue_media_type, tmdb_id: issue_tmdb_id, title: issue_title }
}

/** The others are the same objects as before. */
export function withNamed<T extends Named>(actions: readonly T[], named: readonly Titled[]): readonly T[] {
  return actions.map((action, at) => {
    const issue_title = named[at]?.title ?? action.issue_title
    return issue_title === action.issue_title ? action : { ...action, issue_title }
  })
}
