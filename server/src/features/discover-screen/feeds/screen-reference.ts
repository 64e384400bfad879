import type { Caller } from '#kit/caller.ts'
import type { Ready } from '#kit/ready.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import { TTL_MS } from '../cache/screen-cache.ts'
import { answerBody, type ScreenParts } from '../screen-parts.ts'

const ttl_ms = TTL_MS.reference
const unchanged = (body: Ready) => body

/** Reference data that changes rarely and is available even when a type is hidden. */
export function createScreenReference(parts: ScreenParts) {
  const { filter } = parts
  return {
    genres: (caller: Caller, kind: ScreenKind) =>
      answerBody(
        parts,
        caller,
        { key: `genres ${kind}`, ttl_ms, load: catalog => catalog.genres(kind) },
        body => filter.genres(caller, kind, body),
      ),
    providers: (kind: ScreenKind, region: string) =>
      answerBody(
        parts,
        null,
        { key: `providers ${kind} ${region}`, ttl_ms, load: catalog => catalog.watchProviders(kind, region) },
        unchanged,
      ),
    regions: (caller: Caller) =>
      answerBody(
        parts,
        caller,
        { key: 'regions', ttl_ms, load: catalog => catalog.watchRegions() },
        unchanged,
      ),
    languages: () =>
      answerBody(parts, null, { key: 'languages', ttl_ms, load: catalog => catalog.languages() }, unchanged),
  }
}

export type ScreenReference = ReturnType<typeof createScreenReference>
