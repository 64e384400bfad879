import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#lib/key-hint.tsx'
import { BackLink } from '#lib/link.tsx'
import { type PageKey, usePageKeys } from '#lib/page-keys.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { useLocalTitles } from '#lib/title-names.ts'
import { cx } from '#ui/cx.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { type Closing, threadQuery } from './api.ts'
import { Digest, type DigestProps } from './digest/digest.tsx'
import { isClosed } from './issue-filter.ts'
import { IssueList } from './issue-list.tsx'
import { inWords } from './issue-words.ts'
import type { IssuesSearch } from './issues-search.ts'
import { ThreadView } from './thread/thread-view.tsx'

export interface IssuesBoardProps extends DigestProps {
  /** The issue that is open; undefined on the page of the list. */
  id?: number | undefined
  filter: IssuesSearch
  onFilter: (change: { [K in keyof IssuesSearch]?: IssuesSearch[K] | undefined }) => void
  /** Shows proposed fixes and decides about them. */
  actions: ComponentType<{ actions: readonly AgentAction[] }>
}

/** List and thread side by side where there is room, else one after the other. */
export function IssuesBoard({ id, filter, onFilter, actions, ruleName }: IssuesBoardProps) {
  const { t } = useTranslation()
  const is_split = useMediaQuery('(min-width: 80rem)')
  const list = useRef<HTMLDivElement>(null)
  const reply = useRef<HTMLTextAreaElement>(null)
  const [closing, setClosing] = useState<{ id: number; as: Closing } | null>(null)
  const { data: open } = useQuery({ ...threadQuery(id ?? 0), enabled: id !== undefined })
  const [opened] = useLocalTitles(open ? [open.issue] : [])
  usePageTitle(opened ? inWords(t, opened).title : t('admin_issues.title'))
  const can_close = open !== undefined && !isClosed(open.issue.status)

  /** Moves the focus; Enter opens the issue, as on any link. */
  function step(by: 1 | -1) {
    const rows = Array.from(list.current?.querySelectorAll<HTMLElement>('[data-issue]') ?? [])
    const now = rows.findIndex(row => row === document.activeElement || row.contains(document.activeElement))
    const open = rows.findIndex(row => row.getAttribute('aria-current') === 'page')
    const from = now === -1 ? open : now
    rows[from === -1 ? 0 : Math.min(Math.max(from + by, 0), rows.length - 1)]?.focus()
  }

  const keys: PageKey[] = [
    { key: 'j', label: t('admin_issues.key.next'), run: () => step(1) },
    { key: 'k', label: t('admin_issues.key.back'), run: () => step(-1) },
    ...(id === undefined || !can_close
      ? []
      : [
          { key: 'r', label: t('admin_issues.key.reply'), run: () => reply.current?.focus() },
          { key: 'e', label: t('admin_issues.key.resolve'), run: () => setClosing({ id, as: 'resolved' }) },
        ]),
  ]
  usePageKeys(keys)

  const is_alone = id !== undefined && !is_split
  // The thread keeps its place when the window crosses the width, and with it a reply that is being written.
  return (
    <div className={cx('flex w-full flex-col', is_alone ? 'max-w-5xl gap-4' : 'max-w-400 gap-6')}>
      {is_alone ? (
        <BackLink to="/issues" search={true}>
          {t('admin_issues.title')}
        </BackLink>
      ) : (
        <PageHeader title={t('admin_issues.title')} text={t('admin_issues.text')} />
      )}
      {!is_alone && <KeyHint />}
      <div
        className={
          is_split ? 'grid grid-cols-[minmax(22rem,2fr)_3fr] items-start gap-6' : 'flex flex-col gap-6'
        }
      >
        {!is_alone && (
          <div ref={list} className="min-w-0">
            <IssueList current={id} filter={filter} onFilter={onFilter} onStep={step} />
          </div>
        )}
        <div className="min-w-0">
          {id === undefined ? (
            <Digest ruleName={ruleName} />
          ) : (
            <ThreadView
              key={id}
              id={id}
              level={is_split ? 2 : 1}
              actions={actions}
              reply={reply}
              closing={closing?.id === id ? closing.as : null}
              onClosing={as => setClosing(as && { id, as })}
            />
          )}
        </div>
      </div>
    </div>
  )
}
