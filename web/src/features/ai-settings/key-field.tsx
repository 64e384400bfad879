import type { AiCatalogEntry } from '@foyer/contract/assistant/ai-providers'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OutsideLink } from '#ui/outside-link.tsx'
import { SecretField } from '#ui/secret-field.tsx'
import { keyPageOf } from './catalog.ts'

interface KeyFieldProps {
  entry: AiCatalogEntry
  saved: boolean
  value: string | null
  error: string | undefined
  optional?: boolean
  /** Instead of the usual hint. */
  hint?: ReactNode
  onChange: (key: string | null) => void
}

/** A key that can be written but never read (2:4.6.2), with the page where people get one. */
export function KeyField({ entry, saved, value, error, optional = false, hint, onChange }: KeyFieldProps) {
  const { t } = useTranslation()
  const page = keyPageOf(entry.id)
  const is_kept = saved && value === null
  return (
    <div className="flex flex-col gap-1">
      <SecretField
        label={t('ai_settings.key')}
        name={`${entry.id}_key`}
        optional={optional}
        saved={saved}
        value={value}
        error={error}
        hint={hint ?? (is_kept ? undefined : t('ai_settings.key_hint', { provider: entry.label }))}
        onChange={onChange}
      />
      {page && !is_kept && (
        <OutsideLink href={page}>{t('ai_settings.get_key', { provider: entry.label })}</OutsideLink>
      )}
    </div>
  )
}
