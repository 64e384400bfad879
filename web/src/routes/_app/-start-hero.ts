import type { QueryClient } from '@tanstack/react-query'
import { configQuery } from '#features/app-config/api.ts'
import { preloadHero } from '#features/discover-screen/hero/preload-hero.ts'
import type { ScreenType } from '#features/discover-screen/title.ts'
import { fromServer } from '#lib/base-url.ts'

/** For loaders: starts loading the hero early. Failures are shown by the page, which loads the same query. */
export function startHero(queries: QueryClient, types: readonly ScreenType[]): void {
  const base = async () => fromServer((await queries.fetchQuery(configQuery())).image_base_url)
  preloadHero(queries, types, base).catch(() => undefined)
}
