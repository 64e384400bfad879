/** What the restoring child is told on its command line. */
export interface RestoreOrders {
  /** `stage` decides a restore as a running server does; the last one carries it out on PostgreSQL. */
  mode: 'restore' | 'complete' | 'stage' | 'complete-on-postgres'
  data: string
  now: string
  database_url?: string
  /** Dies before this change to the folder, counting from 1. */
  kill_at: number | null
}
