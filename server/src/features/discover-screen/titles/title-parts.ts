import type { Caller } from '#kit/caller.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import { derive } from '../cache/derived.ts'
import { emptyPage, type Row } from '../feeds/page-rules.ts'
import { TTL_MS } from '../cache/screen-cache.ts'
import type { ScreenDetails } from './screen-details.ts'
import { answerBody, isHidden, type ScreenParts } from '../screen-parts.ts'
import { whenReady, type MaybeAsync } from '#kit/maybe-async.ts'
import { type OfferTable, offersIn, pageOfCollection } from './title-part-rules.ts'

const unchanged = (body: Ready) => body

/** The parts of a title besides its detail: streaming offers, seasons, and its collection. */
export function createTitleParts(parts: ScreenParts & { details: Pick<ScreenDetails, 'detail'> }) {
  const { catalog, current, filter, details } = parts

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
        const question = {
          key: `title-providers ${title.kind} ${title.id}`,
          ttl_ms: TTL_MS.detail,
          load: () => catalog.titleProviders(title.kind, title.id),
        }
        // The adapter checked the shape of the body before it was cached.
        const inRegion = (body: unknown) => offersIn(body as OfferTable, region)
        return answerBody(parts, question, body => derive(body, region, inRegion))
      }),

    season: (caller: Caller, id: number, season_number: number) =>
      ofTitle(caller, { kind: 'tv', id }, () => {
        const question = {
          key: `season ${id} ${season_number}`,
          ttl_ms: TTL_MS.detail,
          load: () => catalog.season(id, season_number),
        }
        return answerBody(parts, question, unchanged)
      }),

    /** A list of movies like the similar ones: hidden with them, and filtered row by row. */
    collection: (caller: Caller, id: number) =>
      whenReady(current(), state => {
        if (isHidden('movie', state)) return readyJson(emptyPage(1))
        const question = {
          key: `collection ${id}`,
          ttl_ms: TTL_MS.related,
          load: () => catalog.collection(id),
        }
        // As above: the adapter has checked that `parts` are rows.
        const asPage = (body: unknown) => pageOfCollection(body as { parts: Row[] })
        return answerBody(parts, question, body => filter.list(caller, 'movie', derive(body, 'page', asPage)))
      }),
  }
}

export type TitleParts = ReturnType<typeof createTitleParts>
