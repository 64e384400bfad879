import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button.tsx'

interface PaginationProps {
  /** What is paged, where a page has more than one pagination. */
  label?: string
  page: number
  pages: number
  onChange: (page: number) => void
}

export function Pagination({ label, page, pages, onChange }: PaginationProps) {
  const { t } = useTranslation()
  return (
    <nav aria-label={label ?? t('ui.pages')} className="flex items-center justify-center gap-2">
      <IconButton
        variant="solid"
        label={t('ui.previous')}
        icon={<ChevronLeft className="rtl:rotate-180" />}
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      />
      <p aria-live="polite" className="min-w-24 text-center text-sm text-muted tabular-nums">
        <span className="sr-only">{t('ui.page', { page })} </span>
        <span aria-hidden className="font-medium text-text">
          {page}
        </span>{' '}
        / {pages}
      </p>
      <IconButton
        variant="solid"
        label={t('ui.next')}
        icon={<ChevronRight className="rtl:rotate-180" />}
        disabled={page >= pages}
        onClick={() => onChange(page + 1)}
      />
    </nav>
  )
}
