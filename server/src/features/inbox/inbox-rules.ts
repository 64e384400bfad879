/** The fields of an entry that decide who may see it. */
export interface AccessFields {
  type: string
  instance_id: string | null
}

export interface ReaderAccess {
  is_admin: boolean
  /** Instances that the reader can currently see. */
  instances: ReadonlySet<string>
}

/** Hidden from people who lost the role or the library since the entry was written (0.4, 0.6). */
export function isVisible(
  { type, instance_id }: AccessFields,
  { is_admin, instances }: ReaderAccess,
  isForAdmins: (type: string) => boolean,
): boolean {
  if (!is_admin && isForAdmins(type)) return false
  return instance_id === null || instances.has(instance_id)
}

interface Row {
  id: number
  read_at: string | null
}

/** Rows are sorted newest first. `next` is where the following page begins; null at the end. */
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

/** Requests whose decision determines whether their entry is still open. */
export function undecidedIn(rows: readonly Waiting[]): number[] {
  return rows.filter(isWaiting).flatMap(({ data }) => data.request_id ?? [])
}

/** Once any admin has decided a request, its entry is read for the other admins, too. */
export function readByDecision<R extends Waiting>(
  rows: readonly R[],
  decided: ReadonlyMap<number, string>,
): R[] {
  return rows.map(row => {
    const read_at = isWaiting(row) && decided.get(row.data.request_id ?? 0)
    return read_at ? { ...row, read_at } : row
  })
}
