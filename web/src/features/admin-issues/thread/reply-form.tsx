import { type Issue, MAX_NOTE_BYTES } from '@foyer/contract/issues/issue'
import Send from 'lucide-react/icons/send'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useReply } from '../api.ts'
import { isClosed } from '../issue-filter.ts'
import { fitsBytes } from './text-bytes.ts'

interface ReplyFormProps {
  issue: Issue
  field: RefObject<HTMLTextAreaElement | null>
}

export function ReplyForm({ issue, field }: ReplyFormProps) {
  const { t } = useTranslation()
  const reply = useReply(issue.id)
  const [text, setText] = useState('')
  const is_short = fitsBytes(text, MAX_NOTE_BYTES)

  function send() {
    if (text.trim() === '' || !is_short || reply.isPending) return
    reply.mutate(text.trim(), { onSuccess: () => setText('') })
  }

  if (isClosed(issue.status)) return <p className="text-sm text-muted">{t('admin_issues.reply_closed')}</p>
  const hint =
    issue.reporter_id === undefined ? t('admin_issues.reply_hint_auto') : t('admin_issues.reply_hint')
  return (
    <Form onSubmit={send} className="gap-3">
      {reply.error && <Notice tone="danger">{errorText(t, reply.error)}</Notice>}
      <Field
        label={t('admin_issues.reply_label')}
        hint={hint}
        error={is_short ? undefined : t('admin_issues.too_long')}
      >
        {wiring => (
          <Textarea
            {...wiring}
            ref={field}
            value={text}
            onChange={event => setText(event.target.value)}
            onKeyDown={event => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send()
            }}
          />
        )}
      </Field>
      <div>
        <Button
          type="submit"
          icon={<Send aria-hidden />}
          loading={reply.isPending}
          disabled={text.trim() === '' || !is_short}
        >
          {t('admin_issues.send')}
        </Button>
      </div>
    </Form>
  )
}
