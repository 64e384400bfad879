import type { Profiles } from './profiles.ts'
import type { RootFolders } from './root-folders.ts'
import type { Failure } from './servarr-answers.ts'

/** The refusals that movies, series and artists word alike; `prefix` names the record they are nested in. */
export function profileFailures(profiles: Profiles, id: number, prefix = ''): Failure[] {
  if (profiles.has(id)) return []
  const message = 'Quality Profile does not exist'
  const code = 'QualityProfileExistsValidator'
  return [{ property: `${prefix}QualityProfileId`, message, value: id, code }]
}

export function rootFailures(rootFolders: RootFolders, path: string, prefix = ''): Failure[] {
  if (rootFolders.has(path)) return []
  const message = `Root folder '${path}' does not exist`
  return [{ property: `${prefix}RootFolderPath`, message, value: path, code: 'RootFolderExistsValidator' }]
}
