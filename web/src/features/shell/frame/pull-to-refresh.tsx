import { useQueryClient } from '@tanstack/react-query'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useTranslation } from 'react-i18next'
import { cx } from '#ui/cx.ts'
import { Spinner } from '#ui/spinner.tsx'
import { usePullDown } from '#ui/use-pull-down.ts'

/** On a phone: pulling down at the top reloads the page's data. */
export function PullToRefresh() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { pulled, ready, busy } = usePullDown(() => queries.invalidateQueries())
  const shown = busy ? 56 : pulled
  return (
    <output
      className={cx(
        'pointer-events-none fixed inset-x-0 top-0 z-40 mx-auto grid size-11 place-items-center rounded-full border border-line bg-raised text-muted shadow-float lg:hidden',
        pulled === 0 && 'transition-[translate,opacity]',
        ready && 'text-accent',
      )}
      style={{ translate: `0 ${shown - 48}px`, opacity: shown > 0 ? 1 : 0 }}
    >
      {busy ? (
        <>
          <Spinner />
          <span className="sr-only">{t('ui.loading')}</span>
        </>
      ) : (
        <RotateCw aria-hidden className="size-5" style={{ rotate: `${pulled * 3}deg` }} />
      )}
    </output>
  )
}
