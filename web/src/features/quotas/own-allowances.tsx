import type { Allowance } from '@foyer/contract/request-quotas'
import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Unread } from '#lib/unread.tsx'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { AllowanceBar } from './allowance-bar.tsx'
import { ownQuotasQuery } from './api.ts'
import { kindOf } from './quota-draft.ts'

const WIDE = '(min-width: 40rem)'

/** The reader's remaining limits. Unlimited ones are hidden. */
export function OwnAllowances() {
  const { t } = useTranslation()
  const quotas = useQuery(ownQuotasQuery())
  const { data } = quotas
  const is_wide = useMediaQuery(WIDE)
  // Without a word, somebody with limits would take it for having none.
  if (!data) return <Unread of={quotas} title={t('quotas.own')} />
  const limited = data.exempt ? [] : data.allowances.filter(({ count }) => count !== null)
  if (limited.length === 0) return null
  const bars = limited.map(allowance => <AllowanceBar key={kindOf(allowance)} allowance={allowance} />)
  // Several bars would fill the screen of a phone before its first request.
  if (!is_wide && limited.length > 1) return <Folded allowances={limited}>{bars}</Folded>
  return (
    <section
      aria-label={t('quotas.own')}
      className="grid gap-x-8 gap-y-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-2 sm:p-5"
    >
      {bars}
    </section>
  )
}

function Folded({ allowances, children }: { allowances: readonly Allowance[]; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <details className="group rounded-card border border-line bg-surface">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-card px-4 py-3 [&::-webkit-details-marker]:hidden">
        <span className="flex min-w-0 flex-1 flex-col gap-1">
          <span className="font-medium">{t('quotas.own')}</span>
          <span className="text-sm text-muted tabular-nums group-open:hidden">
            {allowances.map((allowance, at) => (
              <Fragment key={kindOf(allowance)}>
                {/* A line breaks after a point, never before one. */}
                {at > 0 && '\u00a0· '}
                <span
                  className={
                    allowance.remaining === 0 ? 'whitespace-nowrap text-danger' : 'whitespace-nowrap'
                  }
                >
                  {t(`quotas.kind.${kindOf(allowance)}`)}{' '}
                  {t('quotas.left', { count: allowance.remaining ?? 0 })}
                </span>
              </Fragment>
            ))}
          </span>
        </span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-4 px-4 pb-4">{children}</div>
    </details>
  )
}
