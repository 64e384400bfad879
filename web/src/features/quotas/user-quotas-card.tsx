import type { QuotaView } from '@foyer/contract/request-quotas'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { PassingButtons } from '#ui/passing-buttons.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { userQuotasQuery, useSaveUserQuotas } from './api.ts'
import { draftOf, isBadCount, kindOf, overridesOf } from './quota-draft.ts'
import { QuotaFields } from './quota-fields.tsx'
import { UsageList } from './usage-list.tsx'

interface UserQuotasCardProps {
  user: { id: number; username: string }
}

/** A person's usage and own limits. */
export function UserQuotasCard({ user }: UserQuotasCardProps) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const read = useQuery(userQuotasQuery(user.id))
  const { data, error } = read
  return (
    <SectionCard
      title={t('quotas.title')}
      text={data?.exempt ? t('quotas.exempt', { name: user.username }) : t('quotas.user_text')}
      action={
        data &&
        !editing && (
          <PassingButtons to={box}>
            <Button size="sm" onClick={() => setEditing(true)}>
              {t('quotas.edit')}
            </Button>
          </PassingButtons>
        )
      }
    >
      <div ref={box} tabIndex={-1} className="outline-none">
        {data && !editing && <UsageList user={user} view={data} />}
        {data && editing && (
          <PassingButtons to={box}>
            <UserForm user_id={user.id} view={data} onDone={() => setEditing(false)} />
          </PassingButtons>
        )}
      </div>
      {!data && error && <ReadFailure of={read} compact />}
      {!data && !error && <Skeleton className="h-72" />}
    </SectionCard>
  )
}

interface UserFormProps {
  user_id: number
  view: QuotaView
  onDone: () => void
}

function UserForm({ user_id, view, onDone }: UserFormProps) {
  const { t } = useTranslation()
  const save = useSaveUserQuotas(user_id)
  const [drafts, setDrafts] = useState(() => view.allowances.map(one => draftOf(one, true)))
  const [judged, setJudged] = useState(false)

  function submit() {
    setJudged(true)
    if (drafts.some(isBadCount) || save.isPending) return
    save.mutate(overridesOf(drafts), { onSuccess: onDone })
  }

  return (
    <Form onSubmit={submit}>
      {drafts.map((draft, at) => (
        <QuotaFields
          key={kindOf(draft)}
          draft={draft}
          inherited={t('quotas.limit.inherit')}
          judged={judged}
          onChange={next => {
            setDrafts(drafts.with(at, next))
            save.reset()
          }}
        />
      ))}
      {save.error && <Notice tone="danger">{errorText(t, save.error)}</Notice>}
      <SaveRow saving={save.isPending} saved={save.isSuccess}>
        <Button variant="ghost" onClick={onDone}>
          {t('ui.cancel')}
        </Button>
      </SaveRow>
    </Form>
  )
}
