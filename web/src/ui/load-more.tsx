import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

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
export function LoadMore({ shown, total, loading, automatic = false, onMore }: LoadMoreProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
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
  if (total !== undefined && shown >= total) return null
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
