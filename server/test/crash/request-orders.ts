import type { Ask } from './prepared-server.ts'

/** What a child process is told on its command line: one order, and the write before which it dies. */
export interface RequestOrders {
  /** The data folder. */
  data: string
  order: Ask
  kill_at: number
}
