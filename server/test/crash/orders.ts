import type { Engine } from '#db/database.ts'
import type { JobsDeps } from '#jobs/index.ts'

/** What a child process is told on its command line. */
export interface Orders {
  mode: 'serve_once' | 'work'
  engine: Engine
  /** The database's file or address. */
  place: string
  /** The file that stands for the world outside. */
  effects: string
  /** Requests to take; those acknowledged before are not sent again. */
  keys: string[]
  /** Dies before this write, counting from 1. */
  kill_at: number | null
  timing?: JobsDeps['timing']
}
