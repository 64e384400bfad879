import type { AiCatalogEntry } from '@foyer/contract/assistant/ai-providers'
import type { TFunction } from 'i18next'

/** The catalogue with names in the language of the page. Names of products stay as they are. */
export function nameProviders(t: TFunction, providers: readonly AiCatalogEntry[]): AiCatalogEntry[] {
  return providers.map(entry => ({
    ...entry,
    label: providerName(t, entry),
    models: entry.models.map(model =>
      model.id === 'default' ? { ...model, label: t('ai_settings.recommended_model') } : model,
    ),
  }))
}

function providerName(t: TFunction, { id, label }: AiCatalogEntry): string {
  return id === 'oauth_a' || id === 'oauth_b' || id === 'local_openai'
    ? t(`ai_settings.provider_name.${id}`)
    : label
}
