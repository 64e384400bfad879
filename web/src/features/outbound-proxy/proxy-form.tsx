import type { OutboundProxy } from '@foyer/contract/credentials'
import PlugZap from 'lucide-react/icons/plug-zap'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withScheme } from '#lib/address.ts'
import { errorText } from '#lib/error-text.ts'
import { formErrors } from '#lib/form-errors.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { SecretField } from '#ui/secret-field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useSaveProxy, useTestProxy } from './api.ts'
import { needsPasswordAgain, proxyChangeOf, type ProxyDraft, proxyDraftOf } from './proxy-draft.ts'
import { ProxyResult } from './proxy-result.tsx'

/** The proxy for internet providers. Libraries and media servers are never reached through it. */
export function ProxyForm({ proxy }: { proxy: OutboundProxy }) {
  const { t } = useTranslation()
  const save = useSaveProxy()
  const test = useTestProxy()
  const [draft, setDraft] = useState(() => proxyDraftOf(proxy))
  const [gap, setGap] = useState(false)
  const movesAway = needsPasswordAgain(draft, proxy)
  const address = withScheme(draft.url)
  const errors = useMemo(
    () =>
      gap
        ? { fields: { password: t('outbound_proxy.password_gap') } }
        : formErrors(t, save.error, { secret_required: 'password' }),
    [t, gap, save.error],
  )

  function change(part: Partial<ProxyDraft>) {
    setDraft(before => ({ ...before, ...part }))
    setGap(false)
    test.reset()
    if (save.isSuccess) save.reset()
  }

  /** C67: nothing is sent before the password is entered again or marked as not needed. */
  function isComplete(): boolean {
    const missing = movesAway && draft.password === null
    setGap(missing)
    return !missing
  }

  function submit() {
    if (!isComplete()) return
    save.mutate(proxyChangeOf(draft, proxy), { onSuccess: saved => setDraft(proxyDraftOf(saved)) })
  }

  return (
    <Card>
      <Form onSubmit={submit} errors={errors.fields}>
        {errors.form && <Notice tone="danger">{errors.form}</Notice>}
        <Checkbox
          label={t('outbound_proxy.enabled')}
          hint={t('outbound_proxy.enabled_hint')}
          checked={draft.enabled}
          onChange={event => change({ enabled: event.target.checked })}
        />
        <Field
          label={t('outbound_proxy.url')}
          hint={
            address === draft.url.trim()
              ? t('outbound_proxy.url_hint')
              : t('ui.address_understood', { address })
          }
          error={errors.fields['url']}
        >
          {wiring => (
            <Input
              {...wiring}
              name="url"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="http://192.168.1.5:3128"
              value={draft.url}
              onChange={event => change({ url: event.target.value })}
            />
          )}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field optional label={t('outbound_proxy.username')} error={errors.fields['username']}>
            {wiring => (
              <Input
                {...wiring}
                name="proxy_username"
                autoComplete="off"
                autoCapitalize="none"
                value={draft.username}
                onChange={event => change({ username: event.target.value })}
              />
            )}
          </Field>
          <SecretField
            optional
            label={t('outbound_proxy.password')}
            name="proxy_password"
            hint={movesAway && t('outbound_proxy.password_again')}
            error={errors.fields['password']}
            saved={proxy.has_password && !movesAway}
            value={draft.password}
            onChange={password => change({ password })}
          />
        </div>
        {movesAway && !draft.password && (
          <Checkbox
            label={t('outbound_proxy.no_password')}
            checked={draft.password === ''}
            onChange={event => change({ password: event.target.checked ? '' : null })}
          />
        )}
        <Field
          optional
          label={t('outbound_proxy.no_proxy')}
          hint={t('outbound_proxy.no_proxy_hint')}
          error={errors.fields['no_proxy']}
        >
          {wiring => (
            <Textarea
              {...wiring}
              spellCheck={false}
              value={draft.no_proxy}
              onChange={event => change({ no_proxy: event.target.value })}
            />
          )}
        </Field>
        <div aria-live="polite" className="empty:hidden">
          {test.data && <ProxyResult result={test.data} enabled={draft.enabled} />}
          {test.error && <Notice tone="warn">{errorText(t, test.error)}</Notice>}
        </div>
        <SaveRow saving={save.isPending} saved={save.isSuccess}>
          <Button
            icon={<PlugZap aria-hidden />}
            loading={test.isPending}
            onClick={() => {
              if (isComplete()) test.mutate(proxyChangeOf(draft, proxy))
            }}
          >
            {t('outbound_proxy.test')}
          </Button>
        </SaveRow>
      </Form>
    </Card>
  )
}
