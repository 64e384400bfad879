import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { HAS_POINTER, useMediaQuery } from '#ui/use-media-query.ts'
import { type AskedFor, useAskFor } from './ask-for.ts'

/** On a card, for a pointer: asks without leaving the page. A phone opens the title instead. */
export function QuickAsk({ title }: { title: AskedFor }) {
  const { t } = useTranslation()
  const ask = useAskFor()
  if (!useMediaQuery(HAS_POINTER)) return null
  return (
    <button
      type="button"
      // The page of the title has the same button; keyboards would otherwise stop twice at every card.
      tabIndex={-1}
      onClick={() => ask(title)}
      className="absolute end-2 top-2 inline-flex h-9 items-center gap-1.5 rounded-control bg-accent px-3 text-sm font-medium text-on-solid opacity-0 shadow-float transition-opacity group-hover/card:opacity-100 hover:bg-accent-strong"
    >
      <Plus aria-hidden className="size-4" />
      {t('requests.submit')}
      <span className="sr-only"> {title.name}</span>
    </button>
  )
}
