import type { Caller } from '#kit/caller.ts'
import type { Ready } from '#kit/ready.ts'
import type { Related, ScreenKind } from '#ports/screen-catalog.ts'
import { TTL_MS } from '../cache/screen-cache.ts'
import { detailQuestion, ENGLISH } from '../language/translated-reads.ts'
import { answerBody, answerList, type ScreenParts } from '../screen-parts.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'

/** One title or person, and related titles. */
export function createScreenDetails(parts: ScreenParts) {
  const { reads, filter } = parts
  return {
    /** The provider's English record for other parts of the server, without any limits applied. */
    record: (kind: ScreenKind, id: number): MaybeAsync<Ready> =>
      reads.read(ENGLISH, detailQuestion(kind, id)),

    /** The same in the language of a reader; only its texts differ. */
    recordIn: (language: string, kind: ScreenKind, id: number): MaybeAsync<Ready> =>
      reads.read(language, detailQuestion(kind, id)),

    detail: (caller: Caller, kind: ScreenKind, id: number) =>
      answerBody(parts, caller, detailQuestion(kind, id), body => filter.detail(caller, kind, body)),

    related: (caller: Caller, title: { kind: ScreenKind; id: number }, relation: Related, page: number) =>
      answerList(parts, {
        caller,
        surface: title.kind,
        page,
        honours_english: true,
        question: {
          key: `${relation} ${title.kind} ${title.id} ${page}`,
          ttl_ms: TTL_MS.related,
          load: catalog => catalog.related(title.kind, title.id, relation, page),
        },
      }),

    person: (caller: Caller, id: number) =>
      answerBody(
        parts,
        caller,
        { key: `person ${id}`, ttl_ms: TTL_MS.detail, load: catalog => catalog.person(id) },
        body => filter.person(caller, body),
      ),

    credits: (caller: Caller, id: number) =>
      answerBody(
        parts,
        caller,
        { key: `credits ${id}`, ttl_ms: TTL_MS.detail, load: catalog => catalog.credits(id) },
        body => filter.credits(caller, body),
      ),
  }
}

export type ScreenDetails = ReturnType<typeof createScreenDetails>
