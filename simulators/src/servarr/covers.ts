import { artBytes } from '../catalogue/art/art.ts'
import { type Answer, empty, image, type SimRequest } from '../kit/answer.ts'
import type { JsonRecord } from '../kit/json.ts'
import type { Servarr } from './servarr.ts'

interface Pictured {
  poster_path: string | null
  backdrop_path: string | null
}

/** Local covers carry the URL base and a stamp; a title without a picture has no entry. */
export function localImages(servarr: Servarr, id: number, title: Pictured): JsonRecord[] {
  return remoteImages(servarr, title).map(one => ({
    ...one,
    url: `${servarr.url_base}/MediaCover/${id}/${String(one['coverType'])}.jpg?lastWrite=638`,
  }))
}

export function remoteImages(servarr: Servarr, title: Pictured): JsonRecord[] {
  const base = servarr.imageBase()
  const entry = (coverType: string, path: string | null) =>
    path ? [{ coverType, url: `${base}${path}`, remoteUrl: `${base}${path}` }] : []
  return [...entry('poster', title.poster_path), ...entry('fanart', title.backdrop_path)]
}

/** `poster.jpg`, `poster-250.jpg`, `fanart-360.jpg`: under the site and under the API. */
export function routeCovers(servarr: Servarr, find: (id: number) => Pictured | undefined): void {
  for (const prefix of ['/MediaCover', '/api/v3/mediacover']) {
    servarr.server.route(`GET ${prefix}/:id/:file`, request => {
      const title = find(Number(request.params['id']))
      const [, kind, height] = /^(poster|fanart)(?:-(\d+))?\.jpg$/.exec(request.params['file'] ?? '') ?? []
      const path = kind === 'poster' ? title?.poster_path : title?.backdrop_path
      return kind && path ? picture(path, height) : empty(404)
    })
  }
}

type FindPath = (id: number) => string | undefined

/** Music and books: one picture of who made it … */
export function routePortraits({ server, api }: Servarr, kind: string, find: FindPath): void {
  const answer = singlePicture(find)
  server.route('GET /MediaCover/:id/:file', answer)
  server.route(`GET ${api}/mediacover/${kind}/:id/:file`, answer)
}

/** … and one of each work, in a folder named after them: `Albums`, `Books`. */
export function routeSleeves({ server, api }: Servarr, kind: string, find: FindPath): void {
  const answer = singlePicture(find)
  const folder = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}s`
  server.route(`GET /MediaCover/${folder}/:id/:file`, answer)
  server.route(`GET ${api}/mediacover/${kind}/:id/:file`, answer)
}

/** `cover.jpg`, or `cover-250.jpg` for a height. */
function singlePicture(find: FindPath) {
  return (request: SimRequest): Answer => {
    const file = /^(?:poster|cover)(?:-(\d+))?\.jpg$/.exec(request.params['file'] ?? '')
    const path = find(Number(request.params['id']))
    return file && path !== undefined ? picture(path, file[1]) : empty(404)
  }
}

function picture(path: string, height: string | undefined): Answer {
  const bytes = artBytes(path.slice(1), height ? `h${height}` : 'original')
  return bytes ? image(bytes) : empty(404)
}
