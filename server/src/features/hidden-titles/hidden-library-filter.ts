import type { LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { Caller } from '#kit/caller.ts'
import { withNamedTitles, withoutHiddenRecords } from './hidden-library-rules.ts'
import type { CurrentHidden } from './hidden-set.ts'

interface Question {
  service_type: LibraryManagerType
  /** Relative to the manager's address: `api/v3/movie/12`. */
  path: string
}

/**
 * The managers' own answers without hidden titles, for members. Admins look after the libraries, and open a hidden
 * title to show it again.
 */
export function createLibraryFilter(current: CurrentHidden) {
  async function hiddenFor({ role }: Pick<Caller, 'role'>) {
    const hidden = await current()
    return hidden.isEmpty || role === 'admin' ? null : hidden
  }

  return {
    async cut(caller: Caller, { service_type }: Question): Promise<(body: unknown) => unknown> {
      const hidden = await hiddenFor(caller)
      return body => (hidden ? withoutHiddenRecords(service_type, body, hidden) : body)
    },

    async query(caller: Caller, { service_type, path }: Question, query: string): Promise<string> {
      return (await hiddenFor(caller)) ? withNamedTitles(service_type, path, query) : query
    },
  }
}

export type LibraryFilter = ReturnType<typeof createLibraryFilter>
