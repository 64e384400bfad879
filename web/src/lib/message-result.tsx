import type { MessageTest } from '@foyer/contract/chat-notifications'
import { useTranslation } from 'react-i18next'
import { Notice } from '#ui/notice.tsx'
import { errorText } from './error-text.ts'
import { messageSentence } from './message-sentence.ts'

const TONES = { sent: 'ok', failed: 'danger', unconfirmed: 'warn' } as const

interface MessageResultProps {
  result: MessageTest | undefined
  error: unknown
  /** Instead of “Test sent”, when what was sent is something else. */
  sent_title?: string
}

/** What became of a test message (2/4.10). Always in the DOM, so that it is read out when it appears. */
export function MessageResult({ result, error, sent_title }: MessageResultProps) {
  const { t } = useTranslation()
  return (
    <div aria-live="polite" className="w-full empty:hidden">
      {result && (
        <Notice
          tone={TONES[result.status]}
          title={(result.status === 'sent' && sent_title) || t(`message_test.${result.status}`)}
        >
          {messageSentence(t, result.detail) || t(`message_test.${result.status}_text`)}
        </Notice>
      )}
      {Boolean(error) && <Notice tone="warn">{errorText(t, error)}</Notice>}
    </div>
  )
}
