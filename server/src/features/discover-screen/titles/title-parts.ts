import type { Caller } from '#kit/caller.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import { derive } from '../cache/derived.ts'
import { emptyPage, type Row } from '../feeds/page-rules.ts'
import { type Question, TTL_MS } from '../cache/screen-cache.ts'
import type { ScreenDetails } from './screen-details.ts'
import { answerBody, isHidden, type ScreenParts } from '../screen-parts.ts'
import { whenReady, type MaybeAsync } from '#kit/maybe-async.ts'
import {
  type KeywordTable,
  keywordsIn,
  type OfferTable,
  offersIn,
  pageOfCollection,
} from './title-part-rules.ts'

const unchanged = (body: Ready) => body

/** The parts of a title besides its detail: streaming offers, keywords, seasons, and its collection. */
export function createTitleParts(parts: ScreenParts & { details: Pick<ScreenDetails, 'detail'> }) {
  const { current, filter, details } = parts

  /** 1:4.5 kids rule 2: the parts of a title outside the limits are not available either. */
  function ofTitle(
    caller: Caller,
    title: { kind: ScreenKind; id: number },
    answer: () => MaybeAsync<Ready>,
  ): MaybeAsync<Ready> {
    return whenReady(details.detail(caller, title.kind, title.id), answer)
  }

  return {
    offers: (caller: Caller, title: { kind: ScreenKind; id: number }, region: string) =>
      ofTitle(caller, title, () => {
        const question: Question = {
          key: `title-providers ${title.kind} ${title.id}`,
          ttl_ms: TTL_MS.detail,
          load: catalog => catalog.titleProviders(title.kind, title.id),
        }
        // The adapter checked the shape of the body before it was cached.
        const inRegion = (body: unknown) => offersIn(body as OfferTable, region)
        return answerBody(parts, null, question, body => derive(body, region, inRegion))
      }),

    keywords: (caller: Caller, title: { kind: ScreenKind; id: number }) =>
      ofTitle(caller, title, () => {
        const question: Question = {
          key: `keywords ${title.kind} ${title.id}`,
          ttl_ms: TTL_MS.detail,
          load: catalog => catalog.keywords(title.kind, title.id),
        }
        const asList = (body: unknown) => keywordsIn(body as KeywordTable)
        return answerBody(parts, null, question, body => derive(body, 'list', asList))
      }),

    season: (caller: Caller, id: number, season_number: number) =>
      ofTitle(caller, { kind: 'tv', id }, () => {
        const question: Question = {
          key: `season ${id} ${season_number}`,
          ttl_ms: TTL_MS.detail,
          load: catalog => catalog.season(id, season_number),
        }
        return answerBody(parts, caller, question, unchanged)
      }),

    /** A list of movies like the similar ones: hidden with them, and filtered row by row. */
    collection: (caller: Caller, id: number) =>
      whenReady(current(), state => {
        if (isHidden('movie', state)) return readyJson(emptyPage(1))
        const question: Question = {
          key: `collection ${id}`,
          ttl_ms: TTL_MS.related,
          load: catalog => catalog.collection(id),
        }
        // As above: the adapter has checked that `parts` are rows.
        const asPage = (body: unknown) => pageOfCollection(body as { parts: Row[] })
        return answerBody(parts, caller, question, body =>
          filter.list(caller, 'movie', derive(body, 'page', asPage)),
        )
      }),
  }
}

export type TitleParts = ReturnType<typeof createTitleParts>
