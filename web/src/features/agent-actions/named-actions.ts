import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import { useMemo } from 'react'
import { useLocalTitles } from '#lib/title-names.ts'
import { titleOf, withNamed } from './action-titles.ts'

/** C58: fixes with the title of their issue in the reader's language, as the page of the issue has it. */
export function useNamedActions(actions: readonly AgentAction[]): readonly AgentAction[] {
  const titles = useMemo(() => actions.map(titleOf), [actions])
  const named = useLocalTitles(titles)
  return useMemo(() => withNamed(actions, named), [actions, named])
}
