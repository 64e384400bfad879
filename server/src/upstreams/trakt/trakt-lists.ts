import type { z } from 'zod'
import type { OutboundAnswer } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type {
  ListAnswer,
  ListPagination,
  ListProvider,
  ListType,
  TrendingTitle,
  TrendingTitles,
} from '#ports/list-provider.ts'
import { createTraktClient, TRAKT, type TraktCall, type TraktParts } from './trakt-client.ts'
import * as wire from './trakt-wire.ts'

/** 1/4.5: entries are fetched with full info and images. */
const EXTENDED = 'full,images'
/** The headline row is waited for, and has another source. */
const HEADLINE_TIMEOUT_MS = 5000
const HEADLINE_ROWS = 20
const ITEM_TYPES: Record<ListType, string> = { movies: 'movie', shows: 'show' }

export function createTraktListProvider(
  parts: TraktParts & {
    /** The current client id; null when there is none. */
    client_id: () => Promise<string | null>
  },
): ListProvider {
  const client = createTraktClient(parts)

  async function send(call: Omit<TraktCall, 'client_id'>): Promise<OutboundAnswer> {
    const client_id = await parts.client_id()
    if (client_id === null) throw new UpstreamFault({ upstream: TRAKT, kind: 'rejected_key' })
    return client.send({ ...call, client_id })
  }

  async function read(
    schema: z.core.$ZodType,
    path: string,
    query: TraktCall['query'] = {},
  ): Promise<ListAnswer> {
    return checked(schema, await send({ path, query: { extended: EXTENDED, ...query } }))
  }

  return {
    trending: (type, paging) => read(wire.HeldTitles, `/${type}/trending`, { ...paging }),
    popular: (type, paging) => read(wire.Titles, `/${type}/popular`, { ...paging }),
    anticipated: (type, paging) => read(wire.HeldTitles, `/${type}/anticipated`, { ...paging }),
    async lists(paging) {
      return checked(wire.Lists, await send({ path: '/lists/popular', query: { ...paging } }))
    },
    async items({ user, slug }, type, paging) {
      const list = `/users/${user}/lists/${slug}/items`
      const answer = await send({
        path: type ? `${list}/${ITEM_TYPES[type]}` : list,
        query: { extended: EXTENDED, ...paging },
        accept_statuses: [404],
      })
      return answer.status === 404 ? null : checked(wire.Items, answer)
    },
    calendar: (type, start, days) => read(wire.HeldTitles, `/calendars/all/${type}/${start}/${days}`),
    async trendingTitles(type, page) {
      const answer = await send({
        path: `/${type}/trending`,
        query: { extended: 'full', page, limit: HEADLINE_ROWS },
        timeout_ms: HEADLINE_TIMEOUT_MS,
      })
      return trendingTitles(answer)
    },
  }
}

const PAGINATION = [
  'x-pagination-page',
  'x-pagination-limit',
  'x-pagination-page-count',
  'x-pagination-item-count',
]

function paginationOf({ headers }: OutboundAnswer): ListPagination {
  const sent = PAGINATION.map(name => [name, headers[name] ?? ''] as const)
  return Object.fromEntries(sent.filter(([, value]) => /^\d{1,9}$/.test(value)))
}

function checked(schema: z.core.$ZodType, answer: OutboundAnswer): ListAnswer {
  answer.json(schema)
  return { bytes: answer.bytes(), pagination: paginationOf(answer) }
}

function trendingTitles(answer: OutboundAnswer): TrendingTitles {
  const rows = answer.json(wire.TrendingTitles)
  const titles = rows.flatMap(({ movie, show }) => {
    const title = movie ?? show
    return title ? [fromWire(title)] : []
  })
  const total = paginationOf(answer)['x-pagination-item-count']
  return { titles, total: total === undefined ? null : Number(total) }
}

function fromWire(title: wire.FullTitle): TrendingTitle {
  return {
    tmdb_id: title.ids.tmdb ?? null,
    title: title.title ?? '',
    overview: title.overview ?? '',
    date: (title.released ?? title.first_aired ?? '').slice(0, 10),
    language: title.language ?? null,
    vote_average: title.rating ?? 0,
    vote_count: title.votes ?? 0,
  }
}
