/** What the restoring child is told on its command line. */
export interface RestoreOrders {
  mode: 'restore' | 'complete'
  data: string
  now: string
  /** Dies before this change to the folder, counting from 1. */
  kill_at: number | null
}
