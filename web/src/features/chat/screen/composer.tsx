import ArrowUp from 'lucide-react/icons/arrow-up'
import Square from 'lucide-react/icons/square'
import { type KeyboardEvent, type RefObject, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { HAS_POINTER, useMediaQuery } from '#ui/use-media-query.ts'

/** For browsers whose text fields do not grow by themselves. */
const MAX_ROWS = 5

/** A message of this length fits the server's 64 KiB in every alphabet (2/4.6). */
const LONGEST = 16_000

interface ComposerProps {
  field: RefObject<HTMLTextAreaElement | null>
  draft: string
  onDraft: (draft: string) => void
  /** An answer is on its way. */
  running: boolean
  onSend: () => void
  onStop: () => void
}

/** Grows with its text. Enter sends with a keyboard; on a phone it starts a new line and the button sends. */
export function Composer({ field, draft, onDraft, running, onSend, onStop }: ComposerProps) {
  const { t } = useTranslation()
  const has_pointer = useMediaQuery(HAS_POINTER)
  const hint = useId()
  const is_empty = draft.trim() === ''

  function onKeyDown(event: KeyboardEvent) {
    // Enter also ends the input of a Chinese or Japanese word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !has_pointer) return
    event.preventDefault()
    if (!running && !is_empty) onSend()
  }

  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (running) onStop()
        else if (!is_empty) onSend()
      }}
      className="flex items-end gap-2 rounded-sheet border border-edge bg-surface p-1.5 ps-4 transition-colors focus-within:border-accent"
    >
      <textarea
        ref={field}
        rows={Math.min(MAX_ROWS, draft.split('\n').length)}
        value={draft}
        maxLength={LONGEST}
        aria-label={t('chat.compose.label')}
        aria-describedby={has_pointer ? hint : undefined}
        placeholder={t('chat.compose.placeholder')}
        onChange={event => onDraft(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-40 min-h-11 flex-1 resize-none overflow-y-auto bg-transparent py-2.5 text-base outline-none placeholder:text-muted"
      />
      {has_pointer && (
        <span id={hint} className="sr-only">
          {t('chat.compose.hint')}
        </span>
      )}
      <button
        type="submit"
        // One button for both, so that it keeps the focus.
        aria-label={running ? t('chat.compose.stop') : t('chat.compose.send')}
        aria-disabled={!running && is_empty}
        className="grid size-11 shrink-0 place-items-center rounded-full bg-accent text-on-solid transition-colors hover:bg-accent-strong aria-disabled:bg-raised aria-disabled:text-muted [&_svg]:size-5"
      >
        {running ? <Square aria-hidden className="fill-current" /> : <ArrowUp aria-hidden />}
      </button>
    </form>
  )
}
