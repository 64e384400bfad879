import type { ContentFilter } from '#features/discover-screen/content-filter.ts'

/** Applies no limits; every answer is sent byte for byte. */
export const unrestricted: ContentFilter = {
  list: (_caller, _kind, page) => page,
  detail: (_caller, _kind, body) => body,
  person: (_caller, body) => body,
  credits: (_caller, body) => body,
  genres: (_caller, _kind, body) => body,
  entries: (_caller, _kind, rows) => rows,
  discover: (_caller, _kind, query) => query,
}
