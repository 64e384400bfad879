import type { SettingsChangeDetail } from '@foyer/contract/tool-access/settings-changes'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { changeSentence } from '#lib/change-sentence.ts'
import { useFormat } from '#lib/i18n.ts'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { SectionCard } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { ChangeBadge } from './change-badge.tsx'

/** Who changed what, where, when, and how it ended. */
export function ChangeFacts({ change }: { change: SettingsChangeDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { service_type, resource_type, operation, parent_id, created_at, status, error_text } = change
  const product = PRODUCT_NAMES[service_type]
  const facts = [
    [t('settings_changes.who'), change.actor_name],
    [t('settings_changes.with'), t(`settings_changes.source.${change.source}`)],
    [t('settings_changes.when'), format.dateTime(created_at)],
    [t('settings_changes.library'), `${change.instance_name} (${product})`],
    [
      t('settings_changes.what'),
      `${t(`settings_changes.resource.${resource_type}`)} · ${t(`settings_changes.operation.${operation}`)}`,
    ],
  ] as const
  return (
    <SectionCard title={t('settings_changes.about')} action={<ChangeBadge status={status} />}>
      <div className="flex flex-col gap-4">
        {status === 'outcome_unknown' && (
          <Notice tone="warn">{t('settings_changes.outcome_unknown', { product })}</Notice>
        )}
        {error_text && <Notice tone="danger">{changeSentence(t, error_text)}</Notice>}
        <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
          {facts.map(([name, value]) => (
            <div key={name} className="flex min-w-0 flex-col">
              <dt className="text-muted">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
          {parent_id !== undefined && (
            <div className="flex min-w-0 flex-col">
              <dt className="text-muted">{t('settings_changes.restored')}</dt>
              <dd>
                <Link
                  to="/settings/configuration-history/$id"
                  params={{ id: String(parent_id) }}
                  className="font-medium text-accent underline-offset-4 hover:underline"
                >
                  {t('settings_changes.change_number', { id: parent_id })}
                </Link>
              </dd>
            </div>
          )}
        </dl>
      </div>
    </SectionCard>
  )
}
