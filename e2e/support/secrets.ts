import { keysOf } from '@foyer/simulators'
import type { BrowserContext, Page } from '@playwright/test'
import { ADMIN } from './people.ts'

/** What a server must never say: the keys of the services, which only it has, and the password of its admin. */
export function secretsOf(simulators: object): string[] {
  return [ADMIN.password, ...keysOf(simulators)]
}

export function refuseSecrets(said: string, secrets: Iterable<string>, where: string): void {
  for (const secret of secrets) if (said.includes(secret)) throw new Error(`There is a secret in ${where}.`)
}

const FOUND = 'There is a secret in what the page read.'

/**
 * Searched too: every answer that the pages of this browser read as text or as a stream, the headers of every answer, and every frame
 * of a WebSocket. Answers how often a secret was found.
 */
export async function watchPages(context: BrowserContext, secrets: Iterable<string>): Promise<() => number> {
  let found = 0
  context.on('weberror', problem => {
    if (problem.error().message === FOUND) found += 1
  })
  const list = [...secrets]
  const look = (said: string) => {
    if (list.some(secret => said.includes(secret))) found += 1
  }
  context.on('response', answer => look(JSON.stringify(answer.headers())))
  const watchSockets = (page: Page) =>
    page.on('websocket', socket => socket.on('framereceived', ({ payload }) => look(payload.toString())))
  for (const page of context.pages()) watchSockets(page)
  context.on('page', watchSockets)
  await context.addInitScript(
    ({ list, said }) => {
      const look = (answer: string) => {
        if (list.some(secret => answer.includes(secret))) reportError(new Error(said))
      }
      const text = Response.prototype.text
      Response.prototype.text = async function readText() {
        const answer = await text.call(this)
        look(answer)
        return answer
      }
      const read = ReadableStreamDefaultReader.prototype.read
      /** What the readers have read so far: a secret may come in parts. */
      const heard = new WeakMap<object, { decoder: TextDecoder; last: string }>()
      ReadableStreamDefaultReader.prototype.read = async function readPart() {
        const part = await read.call(this)
        if (part.value instanceof Uint8Array) {
          const so_far = heard.get(this) ?? { decoder: new TextDecoder(), last: '' }
          const all = so_far.last + so_far.decoder.decode(part.value, { stream: true })
          look(all)
          heard.set(this, { ...so_far, last: all.slice(-1024) })
        }
        return part
      }
    },
    { list, said: FOUND },
  )
  return () => found
}
