import MessageCircle from 'lucide-react/icons/message-circle'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Suggestion } from './suggestions.ts'

interface WelcomeProps {
  suggestions: readonly Suggestion[]
  onPick: (question: string) => void
}

/** Before the first question: what the chat is for, and questions to begin with. */
export function Welcome({ suggestions, onPick }: WelcomeProps) {
  const { t } = useTranslation()
  return (
    <div className="flex min-h-full flex-col justify-center gap-6 py-6">
      <div className="flex flex-col items-center gap-3 text-center">
        <span
          aria-hidden
          className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent [@media(max-height:36rem)]:hidden [&_svg]:size-6"
        >
          <MessageCircle />
        </span>
        <h2 className="text-lg font-semibold sm:text-xl">{t('chat.hello')}</h2>
        <p className="max-w-md text-sm text-muted">{t('chat.hello_text')}</p>
      </div>
      <ul aria-label={t('chat.suggest.label')} className="grid gap-2 sm:grid-cols-2">
        {suggestions.map((question, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- each place keeps its source
          <li key={at} className="min-h-16">
            {question === null ? (
              <Skeleton className="h-full min-h-16 rounded-card" />
            ) : (
              <button
                type="button"
                onClick={() => onPick(question)}
                className="flex h-full min-h-16 w-full items-center rounded-card border border-line bg-surface px-4 py-3 text-start text-sm transition-colors hover:border-edge hover:bg-raised"
              >
                <span className="line-clamp-3 wrap-anywhere">{question}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
