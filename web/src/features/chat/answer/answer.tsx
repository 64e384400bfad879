import type { ChatMediaResult } from '@foyer/contract/assistant/chat'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { ChangeCard } from './change-card.tsx'
import { type Answer, isRunning, type Part } from '../conversation/conversation.ts'
import { FailureNotice } from '../failure/failure-notice.tsx'
import { AnswerText } from './markdown.tsx'
import { ToolStep } from './tool-step.tsx'

export type ShowMedia = (items: readonly ChatMediaResult[]) => ReactNode

interface AnswerProps {
  answer: Answer
  /** Posters with their live status; the page takes them from other slices. */
  showMedia: ShowMedia
  /** Undefined for an answer that others follow. */
  onRetry: (() => void) | undefined
}

/** An answer as it arrives: text, steps and posters in their order. */
export const AnswerView = memo(function AnswerView({ answer, showMedia, onRetry }: AnswerProps) {
  const { t } = useTranslation()
  const running = isRunning(answer)
  const last = answer.parts.at(-1)
  return (
    <article aria-label={t('chat.answer')} aria-busy={running} className="flex min-w-0 flex-col gap-3">
      {groupsOf(answer.parts).map(({ at, parts }) => (
        <div key={at} className="min-w-0">
          {parts.map((part, i) => (
            <PartView
              key={at + i}
              part={part}
              growing={answer.state !== 'done' && part === last}
              showMedia={showMedia}
            />
          ))}
        </div>
      ))}
      {running && last?.kind !== 'text' && !isRunningStep(last) && (
        <Thinking>{answer.busy ? t(`chat.busy.${answer.busy}`) : t('chat.thinking')}</Thinking>
      )}
      {answer.state === 'stopped' && (
        <p className="flex min-h-control-sm items-center gap-2 text-sm text-muted">
          {t('chat.stopped')}
          {onRetry && (
            <Button variant="ghost" size="sm" icon={<RotateCw aria-hidden />} onClick={onRetry}>
              {t('chat.failure.retry')}
            </Button>
          )}
        </p>
      )}
      {answer.failure && <FailureNotice failure={answer.failure} onRetry={onRetry} />}
    </article>
  )
})

/** Steps that follow each other stand close together. */
function groupsOf(parts: readonly Part[]): { at: number; parts: Part[] }[] {
  const groups: { at: number; parts: Part[] }[] = []
  for (const [at, part] of parts.entries()) {
    const group = groups.at(-1)
    if (part.kind === 'step' && group?.parts[0]?.kind === 'step') group.parts.push(part)
    else groups.push({ at, parts: [part] })
  }
  return groups
}

function isRunningStep(part: Part | undefined): boolean {
  return part?.kind === 'step' && part.state === 'running'
}

interface PartViewProps {
  part: Part
  growing: boolean
  showMedia: ShowMedia
}

/** Parts that do not change keep their identity, so only the last one is rendered while text arrives. */
const PartView = memo(function PartView({ part, growing, showMedia }: PartViewProps) {
  if (part.kind === 'text') return <AnswerText text={part.text} growing={growing} />
  if (part.kind === 'step') return <ToolStep step={part} />
  if (part.kind === 'change') return <ChangeCard {...part} />
  return showMedia(part.items)
})

/** As high as the first line of text, which takes its place. */
function Thinking({ children }: { children: ReactNode }) {
  return (
    <p className="flex min-h-6 items-center gap-2 text-muted">
      <span aria-hidden className="flex animate-shimmer gap-1">
        <span className="size-1.5 rounded-full bg-accent" />
        <span className="size-1.5 rounded-full bg-accent" />
        <span className="size-1.5 rounded-full bg-accent" />
      </span>
      <span className="text-sm">{children}</span>
    </p>
  )
}
