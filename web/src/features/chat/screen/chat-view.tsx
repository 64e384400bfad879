import ArrowDown from 'lucide-react/icons/arrow-down'
import SquarePen from 'lucide-react/icons/square-pen'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { HAS_POINTER, useMediaQuery } from '#ui/use-media-query.ts'
import type { ShowMedia } from '../answer/answer.tsx'
import { chat, useChat } from '../conversation/chat.ts'
import { Composer } from './composer.tsx'
import { isRunning } from '../conversation/conversation.ts'
import { SpokenAnswer } from '../answer/spoken-answer.tsx'
import type { Suggestion } from './suggestions.ts'
import { TurnList } from '../answer/turn-list.tsx'
import { useKeyboardBox } from './use-keyboard-box.ts'
import { useStickToEnd } from './use-stick-to-end.ts'
import { Welcome } from './welcome.tsx'

interface ChatViewProps {
  suggestions: readonly Suggestion[]
  showMedia: ShowMedia
}

/** Fills the page below the top bar; only the conversation scrolls. */
export function ChatView({ suggestions, showMedia }: ChatViewProps) {
  const { t } = useTranslation()
  const { turns, draft } = useChat()
  const field = useRef<HTMLTextAreaElement>(null)
  const has_pointer = useMediaQuery(HAS_POINTER)
  const keyboard = useKeyboardBox()
  const { box: scroller, content, is_away, toEnd } = useStickToEnd(turns.length === 0)
  const last = turns.at(-1)
  const running = last !== undefined && isRunning(last.answer)
  useFocusAtStart(field, has_pointer)
  useToastLift()

  const ask = useCallback(
    (question: string) => {
      chat.send(question)
      toEnd()
      // On a phone the keyboard makes room for the answer.
      if (has_pointer) field.current?.focus()
      else {
        field.current?.blur()
        scroller.current?.focus({ preventScroll: true })
      }
    },
    [toEnd, has_pointer, scroller],
  )
  const retry = useCallback(() => {
    chat.retry()
    toEnd()
    scroller.current?.focus({ preventScroll: true })
  }, [toEnd, scroller])

  function sendDraft() {
    ask(draft)
    chat.write('')
  }

  function startNew() {
    chat.startNew()
    if (has_pointer) field.current?.focus()
  }

  return (
    <div
      style={keyboard}
      className={cx(
        'flex flex-col bg-ink',
        keyboard
          ? 'z-40 px-4'
          : // What the frame of the page takes: its top and bottom bars, and the padding around the page.
            '-mt-4 -mb-[calc(6rem+env(safe-area-inset-bottom))] h-[calc(100dvh-7.3125rem-env(safe-area-inset-top)-env(safe-area-inset-bottom))] lg:-mt-10 lg:-mb-16 lg:h-dvh',
      )}
    >
      <header className="mx-auto flex w-full min-h-14 max-w-3xl shrink-0 items-center justify-between gap-4 lg:min-h-16">
        <h1 className="text-lg font-semibold">{t('chat.title')}</h1>
        {turns.length > 0 && (
          <Button variant="ghost" size="sm" icon={<SquarePen aria-hidden />} onClick={startNew}>
            {t('chat.new')}
          </Button>
        )}
      </header>
      <div className="relative -mx-4 min-h-0 flex-1 sm:-mx-6 lg:-mx-10">
        <div
          ref={scroller}
          role="log"
          // What arrives is read out by SpokenAnswer.
          aria-live="off"
          aria-label={t('chat.log')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by the keyboard
          tabIndex={0}
          // Positioned, so that text for screen readers scrolls with it and does not make the whole page longer.
          className="relative h-full overflow-y-auto overscroll-contain px-4 -outline-offset-2 sm:px-6 lg:px-10"
        >
          <div
            ref={content}
            className={cx('mx-auto w-full max-w-3xl', turns.length === 0 ? 'h-full' : 'py-4')}
          >
            {turns.length === 0 ? (
              <Welcome suggestions={suggestions} onPick={ask} />
            ) : (
              <TurnList turns={turns} showMedia={showMedia} onRetry={retry} />
            )}
          </div>
        </div>
        {is_away && (
          <button
            type="button"
            onClick={toEnd}
            className="absolute start-1/2 bottom-3 inline-flex min-h-11 -translate-x-1/2 items-center gap-2 whitespace-nowrap rounded-full border border-line bg-raised px-4 text-sm font-medium shadow-float hover:border-edge rtl:translate-x-1/2"
          >
            <ArrowDown aria-hidden className="size-4" />
            {t('chat.newest')}
          </button>
        )}
      </div>
      <div className="mx-auto w-full max-w-3xl shrink-0 pt-2 pb-3 lg:pb-6">
        <Composer
          field={field}
          draft={draft}
          onDraft={chat.write}
          running={running}
          onSend={sendDraft}
          onStop={chat.stop}
        />
      </div>
      <SpokenAnswer turn={last} />
    </div>
  )
}

/** At a desk, typing can begin right away. After a navigation the frame moves the focus first. */
function useFocusAtStart(field: React.RefObject<HTMLTextAreaElement | null>, has_pointer: boolean) {
  const router = useRouter()
  useEffect(() => {
    if (!has_pointer) return undefined
    field.current?.focus({ preventScroll: true })
    return router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
      if (fromLocation?.pathname !== toLocation.pathname) field.current?.focus({ preventScroll: true })
    })
  }, [field, has_pointer, router])
}

/** Toasts stay above the composer. */
function useToastLift() {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--toast-lift', '4.5rem')
    return () => void style.removeProperty('--toast-lift')
  }, [])
}
