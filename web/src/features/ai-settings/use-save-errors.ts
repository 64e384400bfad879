import type { AiCatalogEntry } from '@foyer/contract/assistant/ai-providers'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type FormErrors, formErrors } from '#lib/form-errors.ts'
import { isLinked } from './catalog.ts'
import { faultOf, fieldOfFault } from './save-failure.ts'

interface SaveErrors {
  entry: AiCatalogEntry
  /** Fields that are empty and must not be. */
  gaps: readonly ('model' | 'key' | 'address')[]
  error: unknown
  /** C67: the stored key would go to another address; the sentence that asks for it again. */
  key_again?: string | undefined
}

/** What is wrong with the form, each sentence where it can be put right. */
export function useSaveErrors({ entry, gaps, error, key_again }: SaveErrors): FormErrors {
  const { t } = useTranslation()
  return useMemo(() => {
    const provider = entry.label
    if (gaps.length > 0) {
      return {
        fields: Object.fromEntries(gaps.map(gap => [gap, t(`ai_settings.missing.${gap}`, { provider })])),
      }
    }
    if (key_again) return { fields: { key: key_again } }
    const category = faultOf(error)
    if (category === null) return formErrors(t, error, { secret_required: 'key' })
    const is_linked = isLinked(entry.id)
    const text =
      category === 'invalid_credentials' && is_linked
        ? t('ai_settings.failure.invalid_account', { provider })
        : t(`ai_settings.failure.${category}`, { provider })
    const field = fieldOfFault(category, is_linked)
    return field === 'form' ? { fields: {}, form: text } : { fields: { [field]: text } }
  }, [t, entry, gaps, error, key_again])
}
