import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { HAS_POINTER, useMediaQuery } from '#ui/use-media-query.ts'
import { type RequestTarget, useOpenRequestSheet } from './request-sheet-context.ts'

/** A request button on a card, for pointers only. On a phone, the card opens the title instead. */
export function QuickRequest({ title }: { title: RequestTarget }) {
  const { t } = useTranslation()
  const openSheet = useOpenRequestSheet()
  if (!useMediaQuery(HAS_POINTER)) return null
  return (
    <button
      type="button"
      // The title page has the same button; otherwise keyboards would stop twice at every card.
      tabIndex={-1}
      onClick={() => openSheet(title)}
      className="absolute end-2 top-2 inline-flex h-9 items-center gap-1.5 rounded-control bg-accent px-3 text-sm font-medium text-on-solid opacity-0 shadow-float transition-opacity group-hover/card:opacity-100 hover:bg-accent-strong"
    >
      <Plus aria-hidden className="size-4" />
      {t('requests.submit')}
      <span className="sr-only"> {title.name}</span>
    </button>
  )
}
