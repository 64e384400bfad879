import type { Caller } from '#kit/caller.ts'
import type { Ready } from '#kit/ready.ts'
import type { Related, ScreenKind } from '#ports/screen-catalog.ts'
import { type Question, TTL_MS } from '../cache/screen-cache.ts'
import { answerBody, answerList, type ScreenParts } from '../screen-parts.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'

/** One title or person, and related titles. */
export function createScreenDetails(parts: ScreenParts) {
  const { catalog, cache, filter } = parts

  const detailQuestion = (kind: ScreenKind, id: number): Question => ({
    key: `detail ${kind} ${id}`,
    ttl_ms: TTL_MS.detail,
    load: () => catalog.detail(kind, id),
  })

  return {
    /** The provider's record for other parts of the server, without any limits applied. */
    record: (kind: ScreenKind, id: number): MaybeAsync<Ready> => cache.read(detailQuestion(kind, id)),

    detail: (caller: Caller, kind: ScreenKind, id: number) =>
      answerBody(parts, detailQuestion(kind, id), body => filter.detail(caller, kind, body)),

    related: (caller: Caller, title: { kind: ScreenKind; id: number }, relation: Related, page: number) =>
      answerList(parts, {
        caller,
        surface: title.kind,
        page,
        honours_english: true,
        question: {
          key: `${relation} ${title.kind} ${title.id} ${page}`,
          ttl_ms: TTL_MS.related,
          load: () => catalog.related(title.kind, title.id, relation, page),
        },
      }),

    person: (caller: Caller, id: number) =>
      answerBody(
        parts,
        { key: `person ${id}`, ttl_ms: TTL_MS.detail, load: () => catalog.person(id) },
        body => filter.person(caller, body),
      ),

    credits: (caller: Caller, id: number) =>
      answerBody(
        parts,
        { key: `credits ${id}`, ttl_ms: TTL_MS.detail, load: () => catalog.credits(id) },
        body => filter.credits(caller, body),
      ),
  }
}

export type ScreenDetails = ReturnType<typeof createScreenDetails>
