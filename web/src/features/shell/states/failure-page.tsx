import { useTranslation } from 'react-i18next'
import { ApiError, ServerUnreachable } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { Button } from '#ui/button.tsx'
import { SignedOutPage } from './signed-out-page.tsx'
import { UnreachablePage } from './unreachable-page.tsx'

/** A chunk could not be loaded: the server is down, or a newer build replaced it. */
function isMissingPart(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|module script|preload/i.test(error.message)
  )
}

interface FailurePageProps {
  error: unknown
  onRetry: () => void
}

/** The error page of every route. */
export function FailurePage({ error, onRetry }: FailurePageProps) {
  if (error instanceof ServerUnreachable) return <UnreachablePage onReached={onRetry} />
  if (isMissingPart(error)) return <UnreachablePage onReached={() => location.reload()} />
  return <MistakePage error={error} />
}

/** Names the server when it failed, and the page otherwise. */
function MistakePage({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const is_server = error instanceof ApiError && error.status >= 500
  const title = is_server ? t('shell.failure.server_title') : t('shell.failure.title')
  usePageTitle(title)
  return (
    <SignedOutPage title={title} text={is_server ? errorText(t, error) : t('shell.failure.text')}>
      <div className="flex flex-col items-center gap-6">
        <Button variant="primary" size="lg" onClick={() => location.reload()}>
          {t('shell.failure.reload')}
        </Button>
        <details className="w-full text-sm text-muted">
          <summary className="min-h-11 cursor-pointer rounded-control py-3 text-center">
            {t('shell.failure.details')}
          </summary>
          <pre className="mt-2 overflow-x-auto rounded-control border border-line bg-surface p-4 text-start font-mono text-xs whitespace-pre-wrap">
            {String(error)}
          </pre>
        </details>
      </div>
    </SignedOutPage>
  )
}
