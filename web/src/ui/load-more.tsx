import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { useFocusPassedOn } from './use-focus-passed-on.ts'

interface LoadMoreProps {
  shown: number
  /** Absent if the total is unknown. */
  total?: number | undefined
  loading: boolean
  /** Also load when the button comes near the viewport, for grids. */
  automatic?: boolean
  onMore: () => void
}

/** A real button, so that keyboards and screen readers reach what is below the grid. */
export function LoadMore(props: LoadMoreProps) {
  const { shown, total } = props
  return total !== undefined && shown >= total ? null : <More {...props} />
}

function More({ shown, total, loading, automatic = false, onMore }: LoadMoreProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  useFocusPassedOn(box, lastBefore)
  useEffect(() => {
    if (!automatic || loading || !box.current) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onMore()
      },
      { rootMargin: '600px' },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [automatic, loading, onMore])
  return (
    <div ref={box} className="flex flex-col items-center gap-2 py-6">
      <Button loading={loading} onClick={onMore}>
        {t('ui.load_more')}
      </Button>
      {total !== undefined && (
        <p className="text-xs text-muted tabular-nums">{t('ui.shown_of', { shown, count: total })}</p>
      )}
    </div>
  )
}

/** Whoever has loaded the last rows goes on from the one before them. */
function lastBefore(button: Element): () => void {
  const last = Array.from(document.querySelectorAll<HTMLElement>('#main :is(a[href], button)'))
    .filter(one => one.compareDocumentPosition(button) === Node.DOCUMENT_POSITION_FOLLOWING)
    .at(-1)
  return () => (last ?? document.getElementById('main'))?.focus({ preventScroll: true })
}
