/** What of an entry decides who may see it. */
export interface Judged {
  type: string
  instance_id: string | null
}

export interface Sight {
  is_admin: boolean
  /** Instances that the reader sees now. */
  instances: ReadonlySet<string>
}

/** Never seen by those who lost the role or the library since it was written (0.4, 0.6). */
export function isInSight(
  { type, instance_id }: Judged,
  { is_admin, instances }: Sight,
  isForAdmins: (type: string) => boolean,
): boolean {
  if (!is_admin && isForAdmins(type)) return false
  return instance_id === null || instances.has(instance_id)
}

interface Row {
  id: number
  read_at: string | null
}

/** Rows come newest first. `next` is where the following page begins, null at the end. */
export function pageOf<R extends Row>(rows: readonly R[], before: number | undefined, limit: number) {
  const older = before === undefined ? rows : rows.filter(({ id }) => id < before)
  const entries = older.slice(0, limit)
  const last = entries.at(-1)
  return { entries, next: last && older.length > entries.length ? last.id : null, unread: unreadOf(rows) }
}

export function unreadOf(rows: readonly Row[]): number {
  return rows.filter(({ read_at }) => read_at === null).length
}

interface Waiting extends Row {
  type: string
  data: { request_id?: number | undefined }
}

const isWaiting = ({ type, read_at }: Waiting) => type === 'request_pending' && read_at === null

/** Requests whose decision tells whether their entry still waits for somebody. */
export function undecidedIn(rows: readonly Waiting[]): number[] {
  return rows.filter(isWaiting).flatMap(({ data }) => data.request_id ?? [])
}

/** Once anybody has decided a request, there is nothing left to read for the other admins either. */
export function readByDecision<R extends Waiting>(
  rows: readonly R[],
  decided: ReadonlyMap<number, string>,
): R[] {
  return rows.map(row => {
    const read_at = isWaiting(row) && decided.get(row.data.request_id ?? 0)
    return read_at ? { ...row, read_at } : row
  })
}
