import { PROBLEM_KINDS } from '@foyer/contract/issues/problem-kinds'
import { ACTION_KINDS, type ActionKind } from '@foyer/contract/remediation/agent-actions'
import { describe, expect, it } from 'vitest'
import { labelOf, parseTriple, tripleOf } from './triple-rules.ts'

/** 2/4.9. */
const FACETS: Record<ActionKind, readonly string[]> = {
  grab_release: [''],
  remediate_queue: ['remove', 'blocklist_search', 'blocklist_only', 'change_category'],
  manual_import: ['', 'force'],
  trigger_search: [''],
  rescan: [''],
  delete_media_files: ['blocklist', 'files_only'],
}
const ANY = [...new Set([...Object.values(FACETS).flat(), 'toString', 'Force', 'all'])]

describe('the triple of a rule (2/4.9, R2)', () => {
  it.each(ACTION_KINDS)('%s has its variants and no others', action_kind => {
    const accepted = ANY.filter(
      action_facet => !('fields' in parseTriple({ problem_kind: 'stalled', action_kind, action_facet })),
    )
    expect(accepted.toSorted()).toEqual(FACETS[action_kind].toSorted())
  })

  it('names the part that does not exist', () => {
    const triple = { problem_kind: 'stalled', action_kind: 'rescan', action_facet: '' }
    expect(parseTriple(triple)).toEqual(triple)
    expect(parseTriple({ ...triple, problem_kind: 'toString' })).toMatchObject({
      fields: { problem_kind: expect.any(String) },
    })
    expect(parseTriple({ ...triple, action_kind: 'reboot' })).toMatchObject({
      fields: { action_kind: expect.any(String) },
    })
    expect(parseTriple({ ...triple, action_facet: 'force' })).toMatchObject({
      fields: { action_facet: expect.any(String) },
    })
  })

  it('has a label of its own', () => {
    const labels = PROBLEM_KINDS.flatMap(problem_kind =>
      ACTION_KINDS.flatMap(action_kind =>
        FACETS[action_kind].map(action_facet => labelOf({ problem_kind, action_kind, action_facet })),
      ),
    )
    expect(new Set(labels).size).toBe(labels.length)
    expect(labels).toContain('Stalled download: block the release and search again')
  })

  it('is missing for an action without a known problem or with an unknown variant', () => {
    const action = { problem_kind: 'stalled', kind: 'manual_import', facet: 'force' } as const
    expect(tripleOf(action)).toEqual({
      problem_kind: 'stalled',
      action_kind: 'manual_import',
      action_facet: 'force',
    })
    expect(tripleOf({ ...action, problem_kind: null })).toBeNull()
    expect(tripleOf({ ...action, facet: 'gently' })).toBeNull()
  })
})
