import { type Answer, json, type SimRequest } from '../kit/answer.ts'
import type { Extended } from './trakt-titles.ts'

const USUAL_LIMIT = 10

function readNumber(request: SimRequest, name: string, usual: number): number {
  const value = Number(request.query.get(name) ?? usual)
  return Number.isInteger(value) && value > 0 ? value : usual
}

/** trakt.md, "Pagination": a bare array, and four headers that tell the rest. */
export function paged(
  request: SimRequest,
  items: readonly unknown[],
  headers: Record<string, string> = {},
): Answer {
  const page = readNumber(request, 'page', 1)
  const limit = readNumber(request, 'limit', USUAL_LIMIT)
  return json(items.slice((page - 1) * limit, page * limit), 200, {
    ...headers,
    'x-pagination-page': String(page),
    'x-pagination-limit': String(limit),
    'x-pagination-page-count': String(Math.ceil(items.length / limit)),
    'x-pagination-item-count': String(items.length),
  })
}

/** "Pagination optional": everything, unless a page was asked for. */
export function maybePaged(
  request: SimRequest,
  items: readonly unknown[],
  headers: Record<string, string>,
): Answer {
  const asked = request.query.has('page') || request.query.has('limit')
  return asked ? paged(request, items, headers) : json(items, 200, headers)
}

export function extendedOf(request: SimRequest): Extended {
  const asked = request.query.get('extended')?.split(',') ?? []
  return { full: asked.includes('full'), images: asked.includes('images') }
}
