import { useTranslation } from 'react-i18next'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'

/** While nothing is known yet; the first frame (build/first-frame) is what people see below it. */
export function PendingBar() {
  const { t } = useTranslation()
  return (
    <div className="fixed inset-x-0 top-0 z-50 animate-fade-in">
      <ProgressBar label={t('ui.loading')} />
    </div>
  )
}

/** While a page is on its way and has nothing of its own to show yet. */
export function PendingPage() {
  return (
    <>
      <PendingBar />
      <PageSkeleton />
    </>
  )
}
