import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { useMainButton } from '#ui/main-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useReply } from './api.ts'
import { LONGEST_NOTE } from './report-sheet.tsx'

/** Writes into the thread of a report. A text that could not be sent stays. */
export function ReplyBox({ id }: { id: string }) {
  const { t } = useTranslation()
  const reply = useReply(id)
  const [draft, setDraft] = useState('')
  const is_empty = draft.trim() === ''
  const is_main = useMainButton(!is_empty)

  function send() {
    if (is_empty || reply.isPending) return
    reply.mutate(draft.trim(), { onSuccess: () => setDraft('') })
  }

  return (
    <Form onSubmit={send} className="gap-3">
      <Field label={t('issues.thread.reply')}>
        {wiring => (
          <Textarea
            {...wiring}
            maxLength={LONGEST_NOTE}
            value={draft}
            // What was sent is on its way; a change would be lost.
            readOnly={reply.isPending}
            onChange={event => setDraft(event.target.value)}
            onKeyDown={event => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send()
            }}
          />
        )}
      </Field>
      {reply.error && (
        <Notice tone="danger" title={t('issues.thread.not_sent')}>
          {errorText(t, reply.error)}
        </Notice>
      )}
      <Button
        type="submit"
        variant={is_main ? 'primary' : 'secondary'}
        leads={is_main}
        aria-disabled={is_empty}
        loading={reply.isPending}
        className="self-end max-sm:w-full"
      >
        {t('issues.thread.send')}
      </Button>
    </Form>
  )
}
