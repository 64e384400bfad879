import { useTranslation } from 'react-i18next'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'

/** Before anything is known; the first frame (build/first-frame) is visible below it. */
export function PendingBar() {
  const { t } = useTranslation()
  return (
    <div className="fixed inset-x-0 top-0 z-50 animate-fade-in">
      <ProgressBar label={t('ui.loading')} />
    </div>
  )
}

/** Shown while a page loads that has no skeleton of its own. */
export function PendingPage() {
  return (
    <>
      <PendingBar />
      <PageSkeleton />
    </>
  )
}
