import type { Caller } from '#kit/caller.ts'
import type { Ready } from '#kit/ready.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import { TTL_MS } from '../cache/screen-cache.ts'
import { answerBody, type ScreenParts } from '../screen-parts.ts'

const ttl_ms = TTL_MS.reference
const unchanged = (body: Ready) => body

/** What changes rarely, and is there whatever is hidden. */
export function createScreenReference(parts: ScreenParts) {
  const { catalog, filter } = parts
  return {
    genres: (caller: Caller, kind: ScreenKind) =>
      answerBody(parts, { key: `genres ${kind}`, ttl_ms, ask: () => catalog.genres(kind) }, body =>
        filter.genres(caller, kind, body),
      ),
    providers: (kind: ScreenKind, region: string) =>
      answerBody(
        parts,
        { key: `providers ${kind} ${region}`, ttl_ms, ask: () => catalog.watchProviders(kind, region) },
        unchanged,
      ),
    regions: () =>
      answerBody(parts, { key: 'regions', ttl_ms, ask: () => catalog.watchRegions() }, unchanged),
    languages: () =>
      answerBody(parts, { key: 'languages', ttl_ms, ask: () => catalog.languages() }, unchanged),
  }
}

export type ScreenReference = ReturnType<typeof createScreenReference>
