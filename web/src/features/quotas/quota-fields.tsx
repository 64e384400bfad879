import { WINDOW_DAYS } from '@foyer/contract/request-quotas'
import { useTranslation } from 'react-i18next'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { isBadCount, kindOf, type Limit, type QuotaDraft } from './quota-draft.ts'

interface QuotaFieldsProps {
  draft: QuotaDraft
  /** Said of the choice to inherit; absent where everybody's own are edited. */
  inherited?: string | undefined
  /** Whether mistakes are pointed out already. */
  judged: boolean
  onChange: (draft: QuotaDraft) => void
}

/** How often, and how many. */
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
