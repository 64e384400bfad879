import { LRUCache } from 'lru-cache'
import type { Ready } from '#kit/ready.ts'
import type { Snapshot } from '#kit/snapshot.ts'
import type { Database } from './database.ts'

interface Kept extends Snapshot<Ready> {
  commits: number
}

/** Key, record and map slots. */
const ENTRY_OVERHEAD_BYTES = 300

type Make = () => Promise<Snapshot<Ready>>

interface Making {
  commits: number
  made: Promise<Snapshot<Ready>>
}

/**
 * Responses made from the database, cached as ready bytes. An entry is valid while this process has committed nothing
 * since before it was made and its `isCurrent` agrees, so no write can forget an invalidation (docs/adr/0003). On
 * PostgreSQL, where other processes write too, every response is made anew.
 */
export function createKeptAnswers(database: Pick<Database, 'commits'>, { max_bytes }: { max_bytes: number }) {
  const kept = new LRUCache<string, Kept>({
    maxSize: max_bytes,
    // Includes the compressed variants, which are added later and are smaller than the bytes.
    sizeCalculation: ({ value }, key) => 2 * value.bytes.length + 2 * key.length + ENTRY_OVERHEAD_BYTES,
  })
  const underway = new Map<string, Making>()
  let kept_at: number | null = null

  const isCurrent = (made: Snapshot<Ready>, commits: number) =>
    commits === database.commits() && made.isCurrent()

  function keep(key: string, made: Kept): void {
    // Entries from before another commit are never sent again.
    if (kept_at !== made.commits) kept.clear()
    kept_at = made.commits
    kept.set(key, made)
  }

  async function makeAndKeep(key: string, commits: number, make: Make): Promise<Ready> {
    const making = { commits, made: make() }
    underway.set(key, making)
    try {
      const made = await making.made
      if (isCurrent(made, commits)) keep(key, { ...made, commits })
      return made.value
    } finally {
      if (underway.get(key) === making) underway.delete(key)
    }
  }

  /** Concurrent callers share one response if it is still current when ready; otherwise each makes its own. */
  async function join(key: string, { commits, made }: Making, make: Make): Promise<Ready> {
    const shared = await made.catch(() => null)
    if (shared && isCurrent(shared, commits)) return shared.value
    return makeAndKeep(key, database.commits() ?? commits, make)
  }

  async function makeAnew(make: Make): Promise<Ready> {
    return (await make()).value
  }

  /**
   * Synchronous when a cached response is valid. `key` names everything the response depends on besides stored rows.
   */
  return function answer(key: string, make: Make): Ready | Promise<Ready> {
    // Read before the query: a commit in between makes the next call read again.
    const commits = database.commits()
    if (commits === null) return makeAnew(make)
    const found = kept.get(key)
    if (found?.commits === commits && found.isCurrent()) return found.value
    const making = underway.get(key)
    return making?.commits === commits ? join(key, making, make) : makeAndKeep(key, commits, make)
  }
}

export type KeptAnswers = ReturnType<typeof createKeptAnswers>
