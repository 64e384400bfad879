import type { ChatNotifications } from '@foyer/contract/chat-notifications'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formErrors } from '#lib/form-errors.ts'
import { MessageResult } from '#lib/message-result.tsx'
import { messageSentence } from '#lib/message-sentence.ts'
import { RateLimitedButton } from '#lib/rate-limited-button.tsx'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { SectionCard } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { SecretField } from '#ui/secret-field.tsx'
import { useSaveChatWebhook, useTestChatWebhook } from './api.ts'
import { chatChangeOf, type ChatDraft, chatDraftOf, lacksUrl, typedUrl } from './chat-draft.ts'
import { RemoveWebhook } from './remove-webhook.tsx'

const FIELD_OF_CODE = { webhook_required: 'webhook_url', invalid_webhook_url: 'webhook_url' }

/** 2:4.10: one message about each new request, to one channel. */
export function ChatWebhookForm({ settings }: { settings: ChatNotifications }) {
  const { t } = useTranslation()
  const save = useSaveChatWebhook()
  const test = useTestChatWebhook()
  const wait = useRetryAfter(test.error)
  const [draft, setDraft] = useState(() => chatDraftOf(settings))
  const [gap, setGap] = useState(false)
  const failure = save.error ?? test.error
  const errors = useMemo(
    () =>
      gap
        ? { fields: { webhook_url: t('chat_webhook.url_missing') } }
        : formErrors(t, failure, FIELD_OF_CODE),
    [t, gap, failure],
  )
  const is_refused_url = errors.fields['webhook_url'] !== undefined

  function change(part: Partial<ChatDraft>) {
    setDraft(before => ({ ...before, ...part }))
    setGap(false)
    if ('webhook_url' in part) test.reset()
    if (!save.isPending) save.reset()
  }

  function submit() {
    const missing = draft.enabled && lacksUrl(draft, settings)
    setGap(missing)
    if (missing || save.isPending) return
    test.reset()
    save.mutate(chatChangeOf(draft), { onSuccess: saved => setDraft(chatDraftOf(saved)) })
  }

  function runTest() {
    const missing = lacksUrl(draft, settings)
    setGap(missing)
    if (missing) return
    save.reset()
    test.mutate(typedUrl(draft))
  }

  return (
    <SectionCard title={t('chat_webhook.card_title')} text={t('chat_webhook.card_text')}>
      <Form onSubmit={submit} errors={errors.fields}>
        {settings.error && (
          <Notice tone="danger" title={t('chat_webhook.not_queued')}>
            {messageSentence(t, settings.error)}
          </Notice>
        )}
        {save.error && errors.form && <Notice tone="danger">{errors.form}</Notice>}
        <div className="flex flex-col">
          <Checkbox
            label={t('chat_webhook.enabled')}
            checked={draft.enabled}
            onChange={event => change({ enabled: event.target.checked })}
          />
          <Checkbox
            label={t('chat_webhook.auto')}
            hint={t('chat_webhook.auto_hint')}
            checked={draft.include_auto_approved}
            onChange={event => change({ include_auto_approved: event.target.checked })}
          />
        </div>
        <SecretField
          label={t('chat_webhook.url')}
          name="webhook_url"
          hint={t('chat_webhook.url_hint')}
          error={errors.fields['webhook_url']}
          saved={settings.has_webhook}
          value={draft.webhook_url}
          onChange={webhook_url => change({ webhook_url })}
        />
        <MessageResult result={test.data} error={is_refused_url ? null : test.error} />
        <SaveRow saving={save.isPending} saved={save.isSuccess}>
          <RateLimitedButton
            icon={<SendHorizontal aria-hidden />}
            loading={test.isPending}
            wait={wait}
            onClick={runTest}
          >
            {t('chat_webhook.test')}
          </RateLimitedButton>
          {settings.has_webhook && <RemoveWebhook onRemoved={left => setDraft(chatDraftOf(left))} />}
        </SaveRow>
      </Form>
    </SectionCard>
  )
}
