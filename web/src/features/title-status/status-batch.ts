export interface AskedTitle {
  media_type: 'movie' | 'tv'
  tmdb_id: number
  /** The library of the caller's default where it is left out. */
  instance_id?: string | undefined
}

interface Waiting<Answer> {
  title: AskedTitle
  resolve: (answer: Answer | null) => void
  reject: (error: unknown) => void
}

interface BatchDeps<Answer> {
  /** One call for titles of one library. */
  send: (titles: readonly AskedTitle[], instance_id: string | undefined) => Promise<readonly Answer[]>
  /** Runs the given work when everything that asks in the same frame has asked. */
  schedule: (work: () => void) => void
}

/** 1:4.6 additive route: at most this many at once. */
const MOST = 100

export function keyOfTitle({ media_type, tmdb_id }: Pick<AskedTitle, 'media_type' | 'tmdb_id'>): string {
  return `${media_type}-${tmdb_id}`
}

/** Cards ask one by one; a page of them becomes one call per library. Null for a title that was left out. */
export function createStatusBatch<Answer extends Pick<AskedTitle, 'media_type' | 'tmdb_id'>>({
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

  return (title: AskedTitle): Promise<Answer | null> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) schedule(flush)
      waiting.push({ title, resolve, reject })
    })
}
