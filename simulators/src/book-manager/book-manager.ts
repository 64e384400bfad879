import type { Faults } from '../kit/faults.ts'
import type { Journal } from '../kit/journal.ts'
import { createServarr, type ServarrOptions } from '../servarr/servarr.ts'

export type Flavour = 'chaptarr' | 'readarr'

export interface BookManagerOptions extends ServarrOptions {
  flavour: Flavour
}

export interface BookManager {
  readonly name: string
  readonly url: string
  readonly api_key: string
  readonly flavour: Flavour
  readonly journal: Journal
  readonly faults: Faults
  readonly routes: () => string[]
  settle: () => void
  close: () => Promise<void>
  assertClean: () => void
}

/** Chaptarr or Readarr, API v1, as chaptarr.md and servarr-common.md describe them. */
export async function startBookManager(options: BookManagerOptions): Promise<BookManager> {
  const servarr = createServarr(options.flavour === 'chaptarr' ? 'Chaptarr' : 'Readarr', options)
  const { server } = servarr
  await server.listen()
  return {
    name: server.name,
    url: `${server.url}${servarr.url_base}`,
    api_key: servarr.api_key,
    flavour: options.flavour,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    settle: servarr.timeline.settle,
    close: server.close,
    assertClean: server.assertClean,
  }
}
