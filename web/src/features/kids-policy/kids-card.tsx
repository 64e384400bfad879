import type { UserSummary } from '@foyer/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { PassingButtons } from '#ui/passing-buttons.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { certificationsQuery, policyQuery } from './api.ts'
import { PolicyForm } from './policy-form.tsx'
import { firstPolicy } from './rating-scale.ts'

/** Whether someone has a kids account, and its limits. */
export function KidsCard({ user }: { user: UserSummary }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const is_admin = user.role === 'admin'
  const box = useRef<HTMLDivElement>(null)
  return (
    <SectionCard title={t('kids.title')} text={t('kids.text')}>
      {is_admin && <Notice>{t('kids.admin', { name: user.username })}</Notice>}
      <div ref={box} tabIndex={-1} className="outline-none">
        {!is_admin && !user.child && !opened && (
          <PassingButtons key="begin" to={box}>
            <Button onClick={() => setOpened(true)}>{t('kids.begin')}</Button>
          </PassingButtons>
        )}
        {!is_admin && (user.child || opened) && (
          <PassingButtons key="editor" to={box}>
            <Editor user={user} onLeave={() => setOpened(false)} />
          </PassingButtons>
        )}
      </div>
    </SectionCard>
  )
}

interface EditorProps {
  user: UserSummary
  onLeave: () => void
}

function Editor({ user, onLeave }: EditorProps) {
  const { t } = useTranslation()
  const lists = useQuery(certificationsQuery())
  const policy = useQuery({ ...policyQuery(user.id), enabled: user.child })
  const failed = lists.isError && !lists.data ? lists : policy.isError && !policy.data ? policy : null
  if (failed) {
    return <ReadFailure of={failed} compact title={t('kids.unreadable')} />
  }
  const start = user.child ? policy.data : lists.data && firstPolicy(lists.data, navigator.languages)
  if (!lists.data || !start) return <Skeleton className="h-382 sm:h-284" />
  return <PolicyForm user={user} lists={lists.data} start={start} onLeave={onLeave} />
}
