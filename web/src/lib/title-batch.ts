export interface TitleRef {
  media_type: 'movie' | 'tv'
  tmdb_id: number
  /** The caller's default library if absent. */
  instance_id?: string | undefined
}

interface Waiting<Answer> {
  title: TitleRef
  resolve: (answer: Answer | null) => void
  reject: (error: unknown) => void
}

interface BatchDeps<Answer> {
  /** One call for titles of one library. */
  send: (titles: readonly TitleRef[], instance_id: string | undefined) => Promise<readonly Answer[]>
  /** Schedules the call for after the current frame. */
  schedule: (work: () => void) => void
}

/** The additive routes take at most this many per call. */
const MOST = 100

export function keyOfTitle({ media_type, tmdb_id }: Pick<TitleRef, 'media_type' | 'tmdb_id'>): string {
  return `${media_type}-${tmdb_id}`
}

/**
 * Combines the single lookups of a page's cards into one call per library. Null for a title missing in the answer.
 */
export function createTitleBatch<Answer extends Pick<TitleRef, 'media_type' | 'tmdb_id'>>({
  send,
  schedule,
}: BatchDeps<Answer>) {
  let waiting: Waiting<Answer>[] = []

  async function ask(group: readonly Waiting<Answer>[]) {
    try {
      const unique = new Map(group.map(({ title }) => [keyOfTitle(title), title]))
      const answers = await send([...unique.values()], group[0]?.title.instance_id)
      const byTitle = new Map(answers.map(answer => [keyOfTitle(answer), answer]))
      for (const { title, resolve } of group) resolve(byTitle.get(keyOfTitle(title)) ?? null)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  function flush() {
    const all = waiting
    waiting = []
    for (const group of Map.groupBy(all, ({ title }) => title.instance_id).values())
      for (let from = 0; from < group.length; from += MOST) void ask(group.slice(from, from + MOST))
  }

  return (title: TitleRef): Promise<Answer | null> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) schedule(flush)
      waiting.push({ title, resolve, reject })
    })
}
