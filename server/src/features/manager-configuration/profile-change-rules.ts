import type { FormatScore, Named, ProfileQuality, ProfileSettings } from '#ports/manager-configuration.ts'

/** The changes that a tool can ask for (2/4.5). What is absent stays as it is. */
export interface RequestedProfileChange {
  upgrade_allowed?: boolean | undefined
  quality_cutoff_id?: number | undefined
  min_format_score?: number | undefined
  cutoff_format_score?: number | undefined
  min_upgrade_format_score?: number | undefined
  custom_format_scores?: readonly { format_id: number; score: number }[] | undefined
  /** By name. */
  language?: string | undefined
}

/** Problems by the name of the requested change. */
export type ChangeProblems = Partial<Record<keyof RequestedProfileChange | 'changes', string>>

export type PlannedProfile =
  | { settings: ProfileSettings; problems: null; unsupported: null }
  | { settings: null; problems: ChangeProblems; unsupported: null }
  /** This manager does not have the setting. */
  | { settings: null; problems: null; unsupported: string }

interface Surroundings {
  product: string
  languages: readonly Named[]
}

/** The settings as requested, checked against the profile as it is now, with the rules of the managers themselves. */
export function planProfile(
  live: ProfileSettings,
  requested: RequestedProfileChange,
  { product, languages }: Surroundings,
): PlannedProfile {
  const unsupported = missingSetting(live, requested)
  if (unsupported) {
    return {
      settings: null,
      problems: null,
      unsupported: `The profiles of ${product} have no ${unsupported}.`,
    }
  }
  const problems: ChangeProblems = {}
  const format_scores = rescored(live, requested, problems)
  const settings: ProfileSettings = {
    ...live,
    upgrade_allowed: requested.upgrade_allowed ?? live.upgrade_allowed,
    cutoff_id: requested.quality_cutoff_id ?? live.cutoff_id,
    min_format_score: requested.min_format_score ?? live.min_format_score,
    cutoff_format_score: requested.cutoff_format_score ?? live.cutoff_format_score,
    min_upgrade_format_score: requested.min_upgrade_format_score ?? live.min_upgrade_format_score,
    language: languageOf(live, requested, languages, problems),
    format_scores,
  }
  if (requested.quality_cutoff_id !== undefined) {
    const problem = cutoffProblem(live.qualities, requested.quality_cutoff_id)
    if (problem) problems.quality_cutoff_id = problem
  }
  const isScored = requested.min_format_score !== undefined || requested.custom_format_scores !== undefined
  if (isScored && !isReachable(settings)) {
    problems.min_format_score = 'No combination of custom formats reaches this score. Choose a lower one.'
  }
  if ((settings.min_upgrade_format_score ?? 1) < 1) {
    problems.min_upgrade_format_score = 'Use 1 or more.'
  }
  if (Object.keys(problems).length > 0) return { settings: null, problems, unsupported: null }
  if (diffProfiles(live, settings).length === 0) {
    return {
      settings: null,
      problems: { changes: 'The profile is already like this. There is nothing to change.' },
      unsupported: null,
    }
  }
  return { settings, problems: null, unsupported: null }
}

function missingSetting(live: ProfileSettings, requested: RequestedProfileChange): string | null {
  if (requested.language !== undefined && live.language === null) return 'language'
  if (requested.min_upgrade_format_score !== undefined && live.min_upgrade_format_score === null)
    return 'smallest score increase for upgrades'
  if (requested.min_format_score !== undefined && live.min_format_score === null)
    return 'minimum custom format score'
  if (requested.cutoff_format_score !== undefined && live.cutoff_format_score === null)
    return 'custom format score to upgrade to'
  return null
}

/** The managers accept a quality only on its own, and a group only by its own id. */
function cutoffProblem(qualities: readonly ProfileQuality[], id: number): string | null {
  const found = qualities.find(quality => quality.id === id)
  if (found)
    return found.allowed ? null : `${found.name} is not allowed in this profile. Choose an allowed one.`
  const group = qualities.find(quality => quality.members.some(member => member.id === id))
  if (group) return `This quality is part of the group ${group.name}. Use ${group.id}, the id of the group.`
  return 'This profile has no quality or group with this id.'
}

function rescored(
  live: ProfileSettings,
  { custom_format_scores = [] }: RequestedProfileChange,
  problems: ChangeProblems,
): readonly FormatScore[] {
  const wanted = new Map(custom_format_scores.map(({ format_id, score }) => [format_id, score]))
  if (wanted.size < custom_format_scores.length)
    problems.custom_format_scores = 'Name each custom format once.'
  const unknown = [...wanted.keys()].filter(id => !live.format_scores.some(one => one.format_id === id))
  if (unknown.length > 0)
    problems.custom_format_scores = `There is no custom format with the id ${unknown.join(', ')}.`
  return live.format_scores.map(one => ({ ...one, score: wanted.get(one.format_id) ?? one.score }))
}

function languageOf(
  live: ProfileSettings,
  { language }: RequestedProfileChange,
  languages: readonly Named[],
  problems: ChangeProblems,
): Named | null {
  if (language === undefined || !live.language) return live.language
  const wanted = language.trim().toLowerCase()
  const found = [live.language, ...languages].find(one => one.name.toLowerCase() === wanted)
  if (!found) {
    const names = languages.map(one => one.name).toSorted()
    problems.language = `Choose one of: ${names.join(', ')}.`
  }
  return found ? { id: found.id, name: found.name } : null
}

/** The managers refuse a minimum that the positive scores together do not reach. */
function isReachable({ min_format_score, format_scores }: ProfileSettings): boolean {
  const best = format_scores.reduce((sum, { score }) => sum + Math.max(0, score), 0)
  return (
    (min_format_score ?? 0) <= best || format_scores.some(({ score }) => score >= (min_format_score ?? 0))
  )
}

export interface SettingDiff {
  key: string
  /** For people. */
  label: string
  before: boolean | number | string | null
  after: boolean | number | string | null
}

type Shown = Omit<SettingDiff, 'before' | 'after'> & { value: SettingDiff['before'] }

/** Every setting that a change can touch, with the value as people read it. */
function shownSettings(settings: ProfileSettings): Shown[] {
  const { language, format_scores } = settings
  return [
    { key: 'upgrade_allowed', label: 'Upgrades allowed', value: settings.upgrade_allowed },
    { key: 'quality_cutoff_id', label: 'Upgrades until', value: qualityName(settings) },
    { key: 'min_format_score', label: 'Minimum custom format score', value: settings.min_format_score },
    {
      key: 'cutoff_format_score',
      label: 'Upgrades until custom format score',
      value: settings.cutoff_format_score,
    },
    {
      key: 'min_upgrade_format_score',
      label: 'Smallest score increase for upgrades',
      value: settings.min_upgrade_format_score,
    },
    ...format_scores.map(({ format_id, name, score }) => ({
      key: `custom_format_scores.${format_id}`,
      label: `Score of ${name}`,
      value: score,
    })),
    { key: 'language', label: 'Language', value: language?.name ?? null },
  ]
}

function qualityName({ qualities, cutoff_id }: ProfileSettings): string {
  return qualities.find(quality => quality.id === cutoff_id)?.name ?? `${cutoff_id}`
}

/** In the order of the settings. A score that only one side has is compared with null. */
export function diffProfiles(before: ProfileSettings, after: ProfileSettings): SettingDiff[] {
  const old = new Map(shownSettings(before).map(one => [one.key, one]))
  const now = new Map(shownSettings(after).map(one => [one.key, one]))
  const keys = [...new Set([...old.keys(), ...now.keys()])]
  return keys.flatMap(key => {
    const [from, to] = [old.get(key)?.value ?? null, now.get(key)?.value ?? null]
    const label = now.get(key)?.label ?? old.get(key)?.label ?? key
    const isSame = from === to && !(key === 'quality_cutoff_id' && before.cutoff_id !== after.cutoff_id)
    return isSame ? [] : [{ key, label, before: from, after: to }]
  })
}

/** The value of one setting as people read it; undefined when the profile does not have it. */
export function shownValue(settings: ProfileSettings, key: string): SettingDiff['before'] | undefined {
  return shownSettings(settings).find(one => one.key === key)?.value
}

/** "Upgrades until: Bluray-1080p → WEB 2160p". */
export function sentenceOf({ label, before, after }: SettingDiff): string {
  return `${label}: ${inWords(before)} → ${inWords(after)}`
}

function inWords(value: SettingDiff['before']): string {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}
