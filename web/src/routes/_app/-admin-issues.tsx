import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { IssueActions } from '#features/agent-actions/issue-actions.tsx'
import { IssuesBoard, type IssuesBoardProps } from '#features/admin-issues/issues-board.tsx'
import { readIssuesSearch } from '#features/admin-issues/issues-search.ts'
import { rulesQuery } from '#features/approval-rules/api.ts'
import { ruleLabel } from '#lib/remediation-words.ts'

/** Every issue, for admins: the list, and the thread of one. */
export function AdminIssues({ id }: Pick<IssuesBoardProps, 'id'>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: rules = [] } = useQuery({ ...rulesQuery(), enabled: id === undefined })
  const filter = readIssuesSearch(useSearch({ strict: false }))
  return (
    <IssuesBoard
      id={id}
      filter={filter}
      onFilter={change =>
        void navigate({
          to: '.',
          search: readIssuesSearch({ ...filter, ...change }),
          replace: true,
          viewTransition: false,
          resetScroll: false,
        })
      }
      actions={IssueActions}
      ruleName={label => {
        const rule = rules.find(one => one.label === label)
        return rule ? ruleLabel(t, rule) : label
      }}
    />
  )
}
