import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ownQuotasQuery } from './api.ts'
import { AllowanceBar } from './allowance-bar.tsx'
import { kindOf } from './quota-draft.ts'

/** The reader's remaining limits. Unlimited ones are hidden, and so is a list that fails to load. */
export function OwnAllowances() {
  const { t } = useTranslation()
  const { data } = useQuery(ownQuotasQuery())
  const limited = data?.exempt ? [] : (data?.allowances.filter(({ count }) => count !== null) ?? [])
  if (limited.length === 0) return null
  return (
    <section
      aria-label={t('quotas.own')}
      className="grid gap-x-8 gap-y-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-2 sm:p-5"
    >
      {limited.map(allowance => (
        <AllowanceBar key={kindOf(allowance)} allowance={allowance} />
      ))}
    </section>
  )
}
