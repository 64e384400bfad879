import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Ready } from '#kit/ready.ts'

const AT_ONCE = 500

/**
 * `{"<name>":[…],<rest>}` made piece by piece: a list of fifty thousand never exists as text, and others are served
 * between the pieces. `rest` is what stands beside the list.
 */
export async function readyLongList<T>(
  name: string,
  items: readonly T[],
  present: (item: T) => unknown,
  rest: Readonly<Record<string, unknown>>,
): Promise<Ready> {
  const pieces: Buffer[] = [Buffer.from(`{${JSON.stringify(name)}:[`)]
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const texts = items.slice(at, at + AT_ONCE).map(item => JSON.stringify(present(item)))
    pieces.push(Buffer.from(`${at > 0 ? ',' : ''}${texts.join(',')}`))
    await nextTurn()
  }
  const others = Object.entries(rest).map(
    ([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`,
  )
  pieces.push(Buffer.from(`]${others.join('')}}`))
  return { bytes: Buffer.concat(pieces), content_type: 'application/json; charset=utf-8' }
}
