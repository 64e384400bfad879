import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerView, type ShowMedia } from './answer.tsx'
import type { Turn } from '../conversation/conversation.ts'

interface TurnListProps {
  turns: readonly Turn[]
  showMedia: ShowMedia
  onRetry: () => void
}

export function TurnList({ turns, showMedia, onRetry }: TurnListProps) {
  return (
    <ol className="flex flex-col gap-8">
      {turns.map((turn, at) => (
        <TurnView
          key={turn.id}
          turn={turn}
          showMedia={showMedia}
          // Only the last question can be asked again.
          onRetry={at === turns.length - 1 ? onRetry : undefined}
        />
      ))}
    </ol>
  )
}

interface TurnViewProps {
  turn: Turn
  showMedia: ShowMedia
  onRetry: (() => void) | undefined
}

const TurnView = memo(function TurnView({ turn, showMedia, onRetry }: TurnViewProps) {
  const { t } = useTranslation()
  return (
    <li className="flex min-w-0 flex-col gap-5">
      <div className="ms-auto max-w-[85%] rounded-card rounded-ee-mark bg-raised px-4 py-2.5">
        <span className="sr-only">{t('chat.you')}: </span>
        <p className="whitespace-pre-wrap">{turn.question}</p>
      </div>
      <AnswerView answer={turn.answer} showMedia={showMedia} onRetry={onRetry} />
    </li>
  )
})
