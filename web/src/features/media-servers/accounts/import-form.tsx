import type { MediaServerType } from '@foyer/contract/instances/instance-types'
import type { ServerUser } from '@foyer/contract/media-servers/media-server-accounts'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { MAX_IMPORTED, type Person, planOf } from './import-plan.ts'
import { remoteLabel } from './link-dialog.tsx'
import { PersonSelect } from './person-select.tsx'

interface ImportFormProps {
  product: string
  service_type: MediaServerType
  /** The accounts that belong to nobody here yet. */
  accounts: readonly ServerUser[]
  people: readonly Person[]
  busy: boolean
  onImport: (ids: readonly string[], mappings: Record<string, number>, manage_access: boolean) => void
}

/** The preview: each account, and whom it becomes. Nothing happens before the button. */
export function ImportForm({ product, service_type, accounts, people, busy, onImport }: ImportFormProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [mappings, setMappings] = useState<Readonly<Record<string, number>>>({})
  const [manage_access, setManage] = useState(false)
  const [is_tried, setTried] = useState(false)
  const plans = new Map(accounts.map(one => [one.id, planOf(one, service_type, people)]))
  const isUnclear = (id: string) => plans.get(id)?.becomes === 'unclear' && mappings[id] === undefined
  const unclear = chosen.filter(isUnclear)
  const is_too_many = chosen.length > MAX_IMPORTED

  function submit() {
    setTried(true)
    if (busy || chosen.length === 0 || is_too_many || unclear.length > 0) return
    const asked = Object.entries(mappings).filter(([id]) => chosen.includes(id))
    onImport(chosen, Object.fromEntries(asked), manage_access)
  }

  if (accounts.length === 0)
    return (
      <EmptyState
        icon={<Users />}
        title={t('server_accounts.import.none_title')}
        action={<ButtonLink to="/users">{t('users.title')}</ButtonLink>}
      >
        {t('server_accounts.import.none_text', { product })}
      </EmptyState>
    )
  const all = accounts.filter(one => !one.is_administrator).map(({ id }) => id)
  const has_all = all.every(id => chosen.includes(id))
  return (
    <Form onSubmit={submit}>
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">{t('server_accounts.import.accounts', { product })}</legend>
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span aria-live="polite" className="text-sm text-muted tabular-nums">
            {t('server_accounts.import.selected', { count: chosen.length })}
          </span>
          {all.length > 0 && (
            <Button variant="ghost" size="sm" onClick={() => setChosen(has_all ? [] : all)}>
              {has_all ? t('server_accounts.import.clear') : t('server_accounts.import.all')}
            </Button>
          )}
        </div>
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {accounts.map(account => {
            const { id } = account
            const plan = plans.get(id) ?? { becomes: 'new' as const }
            const is_chosen = chosen.includes(id)
            return (
              <li key={id} className="flex flex-col gap-2 px-4 py-1.5 sm:px-5">
                <Checkbox
                  label={remoteLabel(t, account)}
                  hint={
                    plan.becomes === 'new'
                      ? t('server_accounts.import.new')
                      : t(`server_accounts.import.${plan.becomes}`, { name: plan.person.username })
                  }
                  checked={is_chosen}
                  onChange={event =>
                    setChosen(event.target.checked ? [...chosen, id] : chosen.filter(other => other !== id))
                  }
                />
                {is_chosen && plan.becomes === 'unclear' && (
                  <div className="pb-3 ps-8 sm:max-w-sm">
                    <PersonSelect
                      label={t('server_accounts.import.belongs_to', { account: account.name })}
                      people={people}
                      value={mappings[id]}
                      error={
                        is_tried && isUnclear(id) ? t('server_accounts.import.choose_person') : undefined
                      }
                      onChange={user_id => setMappings({ ...mappings, [id]: user_id })}
                    />
                  </div>
                )}
              </li>
            )
          })}
        </ul>
      </fieldset>
      <Checkbox
        label={t('server_accounts.import.manage')}
        hint={t('server_accounts.manage_hint')}
        checked={manage_access}
        onChange={event => setManage(event.target.checked)}
      />
      {is_too_many && (
        <Notice tone="warn">{t('server_accounts.import.above_most', { count: MAX_IMPORTED })}</Notice>
      )}
      {is_tried && chosen.length === 0 && <Notice tone="warn">{t('server_accounts.import.nothing')}</Notice>}
      <Button type="submit" variant="primary" size="lg" className="self-start" loading={busy}>
        {chosen.length === 0
          ? t('server_accounts.import.open')
          : t('server_accounts.import.submit', { count: chosen.length })}
      </Button>
    </Form>
  )
}
