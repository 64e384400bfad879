import { json, type SimRequest } from '../kit/answer.ts'
import { asRecord, type JsonRecord, textIn } from '../kit/json.ts'
import { found, readRecordId } from './servarr-answers.ts'
import type { Servarr } from './servarr.ts'

export interface RootFolder {
  id: number
  path: string
  accessible: boolean
  freeSpace: number
  unmappedFolders: { name: string; path: string; relativePath: string }[]
}

const TERABYTE = 1024 ** 4

export interface RootFolders {
  all: () => RootFolder[]
  /** Whether it is one of them; a trailing slash makes no difference. */
  has: (path: string) => boolean
  add: (path: string, accessible?: boolean) => RootFolder
  /** Changes what a test needs changed: `accessible`, `freeSpace`. */
  set: (path: string, change: Partial<RootFolder>) => void
  remove: (path: string) => void
}

export interface RootFolderPlan {
  /** How this product shows one: music and books say more, and know no unmapped folders. */
  shown: (folder: RootFolder) => JsonRecord
  /** Which of them a list request asks for. */
  keeps?: (folder: RootFolder, request: SimRequest) => boolean
}

export function createRootFolders(
  servarr: Servarr,
  paths: readonly string[],
  { shown, keeps = () => true }: RootFolderPlan = { shown: folder => ({ ...folder }) },
): RootFolders {
  const { server, api, nextId } = servarr
  let folders: RootFolder[] = []

  function add(path: string, accessible = true): RootFolder {
    const folder = {
      id: nextId('rootfolder'),
      path,
      accessible,
      freeSpace: 3 * TERABYTE,
      unmappedFolders: [],
    }
    folders.push(folder)
    return folder
  }
  for (const path of paths) add(path)

  server.route(`GET ${api}/rootfolder`, request =>
    json(folders.filter(folder => keeps(folder, request)).map(shown)),
  )
  server.route(`GET ${api}/rootfolder/:id`, request => {
    const id = readRecordId(request)
    return json(
      shown(
        found(
          request,
          folders.find(folder => folder.id === id),
        ),
      ),
    )
  })
  server.route(`POST ${api}/rootfolder`, request =>
    json(shown(add(textIn(asRecord(request.body), 'path') ?? '/')), 201),
  )
  server.route(`DELETE ${api}/rootfolder/:id`, request => {
    const id = readRecordId(request)
    folders = folders.filter(folder => folder.id !== id)
    return json({})
  })
  server.route(`GET ${api}/diskspace`, () =>
    json(
      folders.map(folder => ({
        path: folder.path,
        label: '',
        freeSpace: folder.freeSpace,
        totalSpace: 8 * TERABYTE,
      })),
    ),
  )

  return {
    all: () => folders,
    has: path => folders.some(folder => withoutSlash(folder.path) === withoutSlash(path)),
    add,
    set(path, change) {
      folders = folders.map(folder => (folder.path === path ? { ...folder, ...change } : folder))
    },
    remove(path) {
      folders = folders.filter(folder => folder.path !== path)
    },
  }
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '')
}
