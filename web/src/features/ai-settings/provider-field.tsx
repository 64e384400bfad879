import type { AiCatalogEntry, AiProvider } from '@foyer/contract/assistant/ai-providers'
import { useTranslation } from 'react-i18next'
import { ChipChoice } from '#ui/chip-choice.tsx'
import { choosable } from './catalog.ts'

interface ProviderFieldProps {
  providers: readonly AiCatalogEntry[]
  value: AiProvider
  onChange: (provider: AiProvider) => void
}

export function ProviderField({ providers, value, onChange }: ProviderFieldProps) {
  const { t } = useTranslation()
  return (
    <ChipChoice
      label={t('ai_settings.provider')}
      value={value}
      choices={choosable(providers, value).map(({ id, label }) => ({ value: id, label }))}
      onChange={onChange}
    />
  )
}
