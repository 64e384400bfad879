import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import { titleNameRoutes } from './title-name-routes.ts'
import { createTitleNames, type TitleNamesParts } from './title-names.ts'

type Needs = Omit<TitleNamesParts, 'clock' | 'currentCaller'>

/** Stored titles in the language of whoever reads them. */
export function createTitleNamesSlice(platform: Platform, needs: Needs) {
  const currentCaller = createCurrentCaller(platform.database)
  const titleNames = createTitleNames({ ...platform, ...needs, currentCaller })
  return { api: {}, routes: titleNameRoutes(titleNames) }
}
