/** Both engines limit the values of one statement; the lists that this is for are rarely longer than one batch. */
const AT_ONCE = 1000

/** For `where … in (…)` with a list of any length: one statement for each batch, none for an empty list. */
export async function readInBatches<Key, Row>(
  keys: readonly Key[],
  read: (some: readonly Key[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let at = 0; at < keys.length; at += AT_ONCE) rows.push(...(await read(keys.slice(at, at + AT_ONCE))))
  return rows
}
