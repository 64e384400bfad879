import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'

/** What a child process that delivers is told on its command line. */
export interface DeliveryOrders {
  /** The database's file. */
  place: string
  /** Dies at this moment, counting from 1: before a write, before a call, or with its answer in hand. */
  kill_at: number
  /** The match of every show, where there are any. */
  match?: TvMatch
  books?: boolean
}
