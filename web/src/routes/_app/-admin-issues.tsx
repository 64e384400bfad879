import { useNavigate, useSearch } from '@tanstack/react-router'
import { IssueActions } from '#features/agent-actions/issue-actions.tsx'
import { IssuesBoard, type IssuesBoardProps } from '#features/admin-issues/issues-board.tsx'
import { readIssuesSearch } from '#features/admin-issues/issues-search.ts'

/** Every issue, for admins: the list, and the thread of one. */
export function AdminIssues({ id }: Pick<IssuesBoardProps, 'id'>) {
  const navigate = useNavigate()
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
    />
  )
}
