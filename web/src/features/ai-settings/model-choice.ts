import type { AiCatalogEntry } from '@foyer/contract/assistant/ai-providers'

/** A model of the provider's list, or any other by its name: providers publish models faster than lists change. */
export interface ModelChoice {
  /** Empty for a model that is typed. */
  listed: string
  typed: string
}

/** A model that the list does not have is shown as typed. Without one, the first of the list is the default. */
export function modelChoice({ models }: Pick<AiCatalogEntry, 'models'>, model: string): ModelChoice {
  const wanted = model || (models[0]?.id ?? '')
  return models.some(({ id }) => id === wanted)
    ? { listed: wanted, typed: '' }
    : { listed: '', typed: wanted }
}

export function chosenModel({ listed, typed }: ModelChoice): string {
  return listed || typed.trim()
}
