import type { AllowanceRule } from '@foyer/contract/request-quotas'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Form } from '#ui/form.tsx'
import { FormSkeleton } from '#ui/form-skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { defaultQuotasQuery, useSaveDefaults } from './api.ts'
import { draftOf, isBadCount, kindOf, ruleOf } from './quota-draft.ts'
import { QuotaFields } from './quota-fields.tsx'

/** The limits of everyone without their own. */
export function DefaultsCard() {
  const { t } = useTranslation()
  const read = useQuery(defaultQuotasQuery())
  const { data, error } = read
  return (
    <SectionCard title={t('quotas.title')} text={t('quotas.text')}>
      {data ? (
        <DefaultsForm start={data.allowances} />
      ) : error ? (
        <ReadFailure of={read} compact />
      ) : (
        <FormSkeleton fields={5} />
      )}
    </SectionCard>
  )
}

function DefaultsForm({ start }: { start: readonly AllowanceRule[] }) {
  const { t } = useTranslation()
  const save = useSaveDefaults()
  const [drafts, setDrafts] = useState(() => start.map(rule => draftOf(rule, false)))
  const [judged, setJudged] = useState(false)

  function submit() {
    setJudged(true)
    if (drafts.some(isBadCount) || save.isPending) return
    save.mutate(drafts.map(ruleOf))
  }

  return (
    <Form onSubmit={submit}>
      {drafts.map((draft, at) => (
        <QuotaFields
          key={kindOf(draft)}
          draft={draft}
          judged={judged}
          onChange={next => {
            setDrafts(drafts.with(at, next))
            save.reset()
          }}
        />
      ))}
      {save.error && <Notice tone="danger">{errorText(t, save.error)}</Notice>}
      <SaveRow saving={save.isPending} saved={save.isSuccess} />
    </Form>
  )
}
