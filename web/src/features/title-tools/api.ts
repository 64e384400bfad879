import { listRequestHistory } from '@foyer/contract/requests/admin-requests'
import {
  getTitleTools,
  previewTitleRemoval,
  removeTitle,
  searchTitleNow,
  type TitleLibrary,
  type TitleTools,
} from '@foyer/contract/title-tools'
import {
  getWorkTools,
  previewWorkRemoval,
  removeWork,
  searchWorkNow,
  type WorkEntry,
} from '@foyer/contract/work-tools'
import { queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'

export interface ScreenTitle {
  media_type: 'movie' | 'tv'
  tmdb_id: number
  name: string
}

/** A book or an album, by the id of its page. */
export interface WorkTitle {
  media_type: 'book' | 'music'
  foreign_id: string
  /** Its id in the library, if the page was opened with another one. */
  library_id?: string | undefined
  name: string
}

export type ManagedTitle = ScreenTitle | WorkTitle

/** What a library has of it: of a book one for each format. */
export type ManagedEntry = Pick<WorkEntry, 'book_format' | 'monitored' | 'manager_url'> & {
  /** Only of books and albums: a library has a movie or show once. */
  record_id?: number
}

/** Without entries although known: the library does not have it. */
export type ManagedLibrary = Omit<TitleLibrary, 'entry'> & { entries: readonly ManagedEntry[] }

const paramsOf = ({ media_type, tmdb_id }: ScreenTitle) => ({ media_type, tmdb_id: String(tmdb_id) })

/** By the id of its page, and by that of the library where it is another one. */
function namesOf({ foreign_id, library_id = foreign_id }: WorkTitle) {
  return library_id === foreign_id ? { foreign_id } : { foreign_id, canonical_foreign_id: library_id }
}
const workOf = (title: WorkTitle) => ({ media_type: title.media_type, ...namesOf(title) })
const keyOf = (title: ManagedTitle) =>
  ['title-tools', title.media_type, 'tmdb_id' in title ? title.tmdb_id : namesOf(title)] as const

interface Tools {
  libraries: readonly ManagedLibrary[]
  removals: TitleTools['removals']
}

async function readTools(title: ManagedTitle, signal: AbortSignal): Promise<Tools> {
  if (!('tmdb_id' in title)) return call(getWorkTools, { query: workOf(title) }, { signal })
  const { libraries, removals } = await call(getTitleTools, { params: paramsOf(title) }, { signal })
  return {
    libraries: libraries.map(({ entry, ...library }) => ({ ...library, entries: entry ? [entry] : [] })),
    removals,
  }
}

/** Every library manager is asked, so it is read only while somebody looks. */
export function toolsQuery(title: ManagedTitle) {
  return queryOptions({
    queryKey: [...keyOf(title), 'libraries'],
    queryFn: ({ signal }) => readTools(title, signal),
  })
}

/** More than anybody has asked for one title. */
const REQUESTS = 100

/** Everybody's requests for a title, newest first. */
export function titleRequestsQuery(title: ManagedTitle) {
  const { media_type } = title
  const named = 'tmdb_id' in title ? { tmdb_id: String(title.tmdb_id) } : namesOf(title)
  const query = { media_type, ...named, limit: REQUESTS }
  return queryOptions({
    queryKey: ['requests', 'of-title', media_type, named],
    queryFn: ({ signal }) => call(listRequestHistory, { query }, { signal }),
    select: ({ requests }) => requests,
  })
}

/** An entry in one library; its number is of books and albums only. */
interface EntryPlace {
  instance_id: string
  record_id: number | undefined
}

const bodyOf = (title: WorkTitle, { instance_id, record_id = 0 }: EntryPlace) => ({
  ...workOf(title),
  instance_id,
  record_id,
})

export function useSearchNow(title: ManagedTitle) {
  return useMutation({
    mutationFn: (place: EntryPlace) =>
      'tmdb_id' in title
        ? call(searchTitleNow, { params: paramsOf(title), body: { instance_id: place.instance_id } })
        : call(searchWorkNow, { body: bodyOf(title, place) }),
  })
}

/** What would be deleted right now: never from a cache. */
export function removalQuery(title: ManagedTitle, place: EntryPlace) {
  const { instance_id } = place
  return queryOptions({
    queryKey: [...keyOf(title), 'removal', place],
    queryFn: ({ signal }) =>
      'tmdb_id' in title
        ? call(previewTitleRemoval, { params: paramsOf(title), body: { instance_id } }, { signal })
        : call(previewWorkRemoval, { body: bodyOf(title, place) }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

export interface Removal extends EntryPlace {
  confirmation: string
  delete_files: boolean
}

/** What pages show of the libraries of books and albums. */
const SHELVES = new Set<unknown>([
  'shelf-status',
  'book-digest',
  'book-library',
  'music-digest',
  'music-library',
])

const REMOVAL = ['title-tools', 'removal']

/** Whether a removal runs, which closing would not stop. */
export function useIsRemoving(): boolean {
  return useIsMutating({ mutationKey: REMOVAL }) > 0
}

export function useRemoveTitle(title: ManagedTitle) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: REMOVAL,
    mutationFn: ({ confirmation, delete_files, ...place }: Removal) => {
      const choice = { confirmation, delete_files }
      return 'tmdb_id' in title
        ? call(removeTitle, {
            params: paramsOf(title),
            body: { instance_id: place.instance_id, ...choice },
          })
        : call(removeWork, { body: { ...bodyOf(title, place), ...choice } })
    },
    onSettled: readAgain(() =>
      Promise.all([
        // By whatever id a book is shown now.
        queries.invalidateQueries({
          queryKey: ['title-tools', title.media_type],
          predicate: ({ queryKey }) => queryKey.at(-1) === 'libraries',
        }),
        // They are shown with what the library has.
        queries.invalidateQueries({ queryKey: ['requests', 'of-title', title.media_type] }),
        'tmdb_id' in title
          ? queries.invalidateQueries({ queryKey: ['title-status', title.media_type, title.tmdb_id] })
          : queries.invalidateQueries({ predicate: ({ queryKey }) => SHELVES.has(queryKey[0]) }),
      ]),
    ),
  })
}
