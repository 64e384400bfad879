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
 * Answers made from the database, kept as ready bytes. One holds while this process committed nothing since
 * before it was made and while its `isCurrent` agrees, so there is no invalidation that a write could forget
 * (docs/adr/0003). On PostgreSQL, where other processes write too, every answer is made anew.
 */
export function createKeptAnswers(database: Pick<Database, 'commits'>, { max_bytes }: { max_bytes: number }) {
  const kept = new LRUCache<string, Kept>({
    maxSize: max_bytes,
    // Room for the compressed forms too, which are added later and are smaller than the bytes themselves.
    sizeCalculation: ({ value }, key) => 2 * value.bytes.length + 2 * key.length + ENTRY_OVERHEAD_BYTES,
  })
  const underway = new Map<string, Making>()
  let kept_at: number | null = null

  const isCurrent = (made: Snapshot<Ready>, commits: number) =>
    commits === database.commits() && made.isCurrent()

  function keep(key: string, made: Kept): void {
    // What was kept before another commit is never sent again.
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

  /** Many who ask at once share one answer, if it is still current when it is there; else each makes its own. */
  async function join(key: string, { commits, made }: Making, make: Make): Promise<Ready> {
    const shared = await made.catch(() => null)
    if (shared && isCurrent(shared, commits)) return shared.value
    return makeAndKeep(key, database.commits() ?? commits, make)
  }

  async function makeAnew(make: Make): Promise<Ready> {
    return (await make()).value
  }

  /** At once when a kept answer holds. `key` names everything the answer depends on besides stored rows. */
  return function answer(key: string, make: Make): Ready | Promise<Ready> {
    // Counted before reading: what commits meanwhile makes the next call read again.
    const commits = database.commits()
    if (commits === null) return makeAnew(make)
    const found = kept.get(key)
    if (found?.commits === commits && found.isCurrent()) return found.value
    const making = underway.get(key)
    return making?.commits === commits ? join(key, making, make) : makeAndKeep(key, commits, make)
  }
}

export type KeptAnswers = ReturnType<typeof createKeptAnswers>
