import type { MessageTest } from '@foyer/contract/chat-notifications'
import { MESSAGE_SENTENCES } from '@foyer/contract/destinations/message-sentences'
import { useTranslation } from 'react-i18next'
import { Notice } from '#ui/notice.tsx'
import { errorText } from './error-text.ts'
import { messageSentence } from './message-sentence.ts'

const TONES = { sent: 'ok', failed: 'danger', unconfirmed: 'warn', link_sent: 'info' } as const

interface MessageResultProps {
  result: MessageTest | undefined
  error: unknown
}

/** The test of an address that is not confirmed sends its link, which is not a failure to the reader (C64). */
function resultOf({ status, detail }: MessageTest): keyof typeof TONES {
  return detail === MESSAGE_SENTENCES.link_sent ? 'link_sent' : status
}

/** What became of a test message (2/4.10). Always in the DOM, so that it is read out when it appears. */
export function MessageResult({ result, error }: MessageResultProps) {
  const { t } = useTranslation()
  return (
    <div aria-live="polite" className="w-full empty:hidden">
      {result && (
        <Notice tone={TONES[resultOf(result)]} title={t(`message_test.${resultOf(result)}`)}>
          {messageSentence(t, result.detail) || t(`message_test.${result.status}_text`)}
        </Notice>
      )}
      {Boolean(error) && <Notice tone="warn">{errorText(t, error)}</Notice>}
    </div>
  )
}
