import { getHealthLive } from '@foyer/contract/service'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { Button } from '#ui/button.tsx'
import { SignedOutPage } from './signed-out-page.tsx'

const FIRST_WAIT_S = 3
const LONGEST_WAIT_S = 30

/** Shown when Foyer does not answer. Retries with growing pauses, and immediately on request. */
export function UnreachablePage({ onReached }: { onReached: () => void }) {
  const { t } = useTranslation()
  usePageTitle(t('shell.offline.title'))
  const { left, trying, tryNow } = useRetries(onReached)
  return (
    <SignedOutPage title={t('shell.offline.title')} text={t('shell.offline.text')}>
      <div className="flex flex-col items-center gap-3">
        <Button variant="primary" size="lg" loading={trying} icon={<RotateCw aria-hidden />} onClick={tryNow}>
          {t('ui.retry')}
        </Button>
        <p className="text-sm text-muted tabular-nums">
          {trying ? t('shell.offline.trying') : t('shell.offline.next', { count: left })}
        </p>
      </div>
    </SignedOutPage>
  )
}

function useRetries(onReached: () => void) {
  const [wait, setWait] = useState(FIRST_WAIT_S)
  const [left, setLeft] = useState(FIRST_WAIT_S)
  const [trying, setTrying] = useState(false)

  async function tryNow() {
    setTrying(true)
    try {
      await call(getHealthLive)
      onReached()
    } catch {
      const next = Math.min(wait * 2, LONGEST_WAIT_S)
      setWait(next)
      setLeft(next)
    } finally {
      setTrying(false)
    }
  }

  useEffect(() => {
    if (trying) return undefined
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : void tryNow()), 1_000)
    return () => clearTimeout(timer)
  })

  useEffect(() => {
    const onOnline = () => setLeft(0)
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [])

  return { left, trying, tryNow: () => void tryNow() }
}
