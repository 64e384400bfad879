import { z } from 'zod'
import { OpaqueId } from './primitives.ts'
import { defineRoute } from './route.ts'

/** A book as the library manager knows it; what it does not say is absent. */
export const FoundBook = z.object({
  /** The manager's own id, which a request can use unchanged. */
  foreign_id: z.string(),
  title: z.string(),
  author: z.string().optional(),
  author_foreign_id: z.string().optional(),
  year: z.int().optional(),
  series: z.string().optional(),
  overview: z.string().optional(),
  /** An https address. */
  cover: z.string().optional(),
  rating: z.number().optional(),
})
export type FoundBook = z.infer<typeof FoundBook>

export const BookSearch = z.object({
  /** The library that was searched: its ids mean nothing to another one. */
  instance_id: OpaqueId,
  /** As sent: it is part of a request, to find the same book again. */
  search_term: z.string(),
  results: z.array(FoundBook),
})
export type BookSearch = z.infer<typeof BookSearch>

/** Additive: the library manager's own search (1:4.4), in neutral words. */
export const searchBooks = defineRoute({
  method: 'GET',
  path: '/api/search/book',
  access: 'user',
  permission: 'media:discover',
  spec: '2:4.5',
  summary: "Books by title, author or ISBN, from a book library's own search",
  query: z.object({
    query: z.string().trim().min(1).max(300),
    instance_id: OpaqueId.optional(),
  }),
  response: BookSearch,
  refusals: [
    'instance_forbidden',
    'instance_not_found',
    'no_grant',
    'no_instance',
    'upstream_rejected',
    'upstream_failed',
    'timeout',
  ],
})
