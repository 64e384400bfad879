interface Presence {
  status: string
  status_known?: boolean | undefined
}

interface Answer extends Presence {
  /** The status in every library of the account. */
  instance_statuses?: Readonly<Record<string, Presence>> | undefined
  seasons?: readonly { episode_file_count: number }[] | undefined
}

const PRESENT: ReadonlySet<string> = new Set(['available', 'partial'])

function isPresent({ status, status_known = true }: Presence): boolean {
  return status_known && PRESENT.has(status)
}

/** Whether some library of the account has the title, or some of its episodes: a box can open nothing else. */
export function isOnAnyShelf(answer: Answer): boolean {
  return (
    isPresent(answer) ||
    Object.values(answer.instance_statuses ?? {}).some(isPresent) ||
    // A new season may be requested while the others can be watched.
    (answer.status_known !== false && (answer.seasons ?? []).some(season => season.episode_file_count > 0))
  )
}
