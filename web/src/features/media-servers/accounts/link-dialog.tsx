import type { ServerUser } from '@foyer/contract/media-servers/media-server-accounts'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { serverUsersQuery, useLinkAccount } from './api.ts'

interface Named<Id> {
  id: Id
  name: string
}

interface LinkDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The page is about a server or about a person; the other one is chosen here. */
  choose: 'person' | 'server'
  servers: readonly Named<string>[]
  people: readonly Named<number>[]
}

/** Links an account that exists on a server to a person. */
export function LinkDialog({ open, onOpenChange, ...choices }: LinkDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title={t('server_accounts.link.title')}
      text={t('server_accounts.link.text')}
    >
      <LinkForm {...choices} onDone={() => onOpenChange(false)} />
    </Modal>
  )
}

interface LinkFormProps extends Omit<LinkDialogProps, 'open' | 'onOpenChange'> {
  onDone: () => void
}

function LinkForm({ choose, servers, people, onDone }: LinkFormProps) {
  const { t } = useTranslation()
  const link = useLinkAccount()
  const [instance_id, setInstance] = useState(servers[0]?.id ?? '')
  const [user_id, setUser] = useState(choose === 'server' ? String(people[0]?.id ?? '') : '')
  const [remote_user_id, setRemote] = useState('')
  const [manage_access, setManage] = useState(false)
  const [is_tried, setTried] = useState(false)
  const users = useQuery({ ...serverUsersQuery(instance_id), enabled: instance_id !== '' })
  const free = users.data?.users.filter(one => one.linked_user_id === undefined) ?? []
  const chosen = free.find(one => one.id === remote_user_id)
  const server = servers.find(one => one.id === instance_id)?.name
  const conflict = link.data?.invite_identity_conflict

  function submit() {
    setTried(true)
    if (link.isPending || !chosen || user_id === '') return
    link.mutate(
      {
        user_id: Number(user_id),
        instance_id,
        remote_user_id,
        manage_access: manage_access && !chosen.is_administrator,
      },
      // With a warning to read, the dialog stays open.
      { onSuccess: ({ invite_identity_conflict: warning }) => !warning && onDone() },
    )
  }

  if (conflict)
    return (
      <div className="flex flex-col gap-4">
        <Notice tone="ok">{t('server_accounts.link.done')}</Notice>
        <Notice tone="warn">
          {t(`server_accounts.identity.${conflict}`, { provider: PRODUCT_NAMES.invite_server })}
        </Notice>
        <Button className="self-end" onClick={onDone}>
          {t('ui.close')}
        </Button>
      </div>
    )
  return (
    <Form onSubmit={submit}>
      {link.error && <Notice tone="danger">{errorText(t, link.error)}</Notice>}
      {choose === 'server' && (
        <Field label={t('server_accounts.link.server')}>
          {wiring => (
            <Select
              {...wiring}
              value={instance_id}
              onChange={id => {
                setInstance(id)
                setRemote('')
              }}
              choices={servers.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </Field>
      )}
      {choose === 'person' && (
        <Field
          label={t('server_accounts.link.person')}
          error={is_tried && user_id === '' ? t('server_accounts.link.person_missing') : undefined}
        >
          {wiring => (
            <Select
              {...wiring}
              value={user_id}
              onChange={setUser}
              choices={[
                { value: '', label: t('server_accounts.link.choose') },
                ...people.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
            />
          )}
        </Field>
      )}
      {users.data ? (
        free.length === 0 ? (
          <Notice>{t('server_accounts.link.none')}</Notice>
        ) : (
          <Field
            label={t('server_accounts.link.account')}
            error={is_tried && !chosen ? t('server_accounts.link.account_missing') : undefined}
          >
            {wiring => (
              <Select
                {...wiring}
                value={remote_user_id}
                onChange={setRemote}
                choices={[
                  { value: '', label: t('server_accounts.link.choose') },
                  ...free.map(one => ({ value: one.id, label: remoteLabel(t, one) })),
                ]}
              />
            )}
          </Field>
        )
      ) : users.error ? (
        <ReadFailure of={users} compact title={t('server_accounts.users_unreadable', { server })} />
      ) : (
        <Skeleton className="h-18" />
      )}
      <Checkbox
        label={t('server_accounts.manage')}
        hint={
          chosen?.is_administrator
            ? t('server_accounts.administrator_hint')
            : t('server_accounts.manage_hint')
        }
        checked={manage_access && !chosen?.is_administrator}
        disabled={chosen?.is_administrator}
        onChange={event => setManage(event.target.checked)}
      />
      <Button
        type="submit"
        variant="primary"
        className="self-end"
        disabled={free.length === 0}
        loading={link.isPending}
      >
        {t('server_accounts.link.submit')}
      </Button>
    </Form>
  )
}

/** A remote account with what matters about it. */
export function remoteLabel(t: TFunction, { name, is_administrator, is_disabled, pending }: ServerUser) {
  const marks = [
    is_administrator && t('server_accounts.management.protected'),
    is_disabled && t('server_accounts.condition.disabled'),
    pending && t('server_accounts.condition.invited'),
  ].filter(Boolean)
  return [name, ...marks].join(' · ')
}
