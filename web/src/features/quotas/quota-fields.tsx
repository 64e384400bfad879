import { WINDOW_DAYS } from '@foyer/contract/request-quotas'
import { useTranslation } from 'react-i18next'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { isBadCount, kindOf, type Limit, type QuotaDraft } from './quota-draft.ts'

interface QuotaFieldsProps {
  draft: QuotaDraft
  /** The label of the inherit option; absent when editing the defaults. */
  inherited?: string | undefined
  /** Whether errors are shown already. */
  judged: boolean
  onChange: (draft: QuotaDraft) => void
}

/** The period and the number. */
export function QuotaFields({ draft, inherited, judged, onChange }: QuotaFieldsProps) {
  const { t } = useTranslation()
  const kind = t(`quotas.kind.${kindOf(draft)}`)
  const limits: Limit[] = ['none', ...WINDOW_DAYS.map(days => `${days}` as const)]
  const is_limited = draft.limit !== 'inherit' && draft.limit !== 'none'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-3">
      <Field label={kind}>
        {wiring => (
          <Select
            {...wiring}
            value={draft.limit}
            onChange={limit => onChange({ ...draft, limit })}
            choices={[
              ...(inherited ? [{ value: 'inherit' as const, label: inherited }] : []),
              ...limits.map(limit => ({ value: limit, label: t(`quotas.limit.${limit}`) })),
            ]}
          />
        )}
      </Field>
      {is_limited && (
        <Field
          label={t('quotas.count')}
          error={judged && isBadCount(draft) ? t('quotas.bad_count') : undefined}
        >
          {wiring => (
            <Input
              {...wiring}
              aria-label={t('quotas.count_of', { kind })}
              inputMode="numeric"
              value={draft.count}
              onChange={event => onChange({ ...draft, count: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
