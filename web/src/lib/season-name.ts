import type { TFunction } from 'i18next'

interface Season {
  season_number: number
  name: string
}

interface Episode {
  episode_number: number
  name: string
}

/** As the provider and the server count, in English; so those texts need not be loaded. */
function counted(number: number): string {
  return number === 0 ? 'Specials' : `Season ${number}`
}

/** "Season 2", "Specials". */
export function seasonLabel(t: TFunction, number: number): string {
  const defaultValue = counted(number)
  return number === 0
    ? t('made_names.specials', { defaultValue })
    : t('made_names.season', { number, defaultValue })
}

/**
 * C58: what a season is called, in the reader's language. Without a name of its own it is counted: the provider then
 * sends none or counts it in English, and so does the server where it needs a name.
 */
export function seasonName(t: TFunction, { season_number, name }: Season): string {
  return isOwn(name, counted(season_number)) ? name : seasonLabel(t, season_number)
}

/** As above, for an episode. */
export function episodeName(t: TFunction, { episode_number, name }: Episode): string {
  const defaultValue = `Episode ${episode_number}`
  return isOwn(name, defaultValue) ? name : t('made_names.episode', { number: episode_number, defaultValue })
}

function isOwn(name: string, made: string): boolean {
  const trimmed = name.trim()
  return trimmed !== '' && trimmed !== made
}
