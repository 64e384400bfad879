import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { type AskedFor, useAskFor } from './ask-for.ts'

/** On a card, for a pointer or a keyboard: asks without leaving the page. A phone opens the title instead. */
export function QuickAsk({ title }: { title: AskedFor }) {
  const { t } = useTranslation()
  const ask = useAskFor()
  return (
    <button
      type="button"
      onClick={() => ask(title)}
      className="absolute end-2 top-2 inline-flex h-9 items-center gap-1.5 rounded-control bg-accent px-3 text-sm font-medium text-on-solid opacity-0 shadow-float transition-opacity group-hover/card:opacity-100 hover:bg-accent-strong focus-visible:opacity-100 pointer-coarse:hidden"
    >
      <Plus aria-hidden className="size-4" />
      {t('requests.submit')}
      <span className="sr-only"> {title.name}</span>
    </button>
  )
}
