import type { BrowserContext } from '@playwright/test'
import { ADMIN } from './people.ts'

/** What a server must never say: the keys of the services, which only it has, and the password of its admin. */
export function secretsOf(simulators: object): string[] {
  const keys = Object.values(simulators).flatMap(simulator => [
    ...['api_key', 'token', 'read_token'].map(name => simulator?.[name] as unknown),
    ...Object.values(simulator?.keys ?? {}),
  ])
  const long = keys.filter((key): key is string => typeof key === 'string' && key.length >= 16)
  return [ADMIN.password, ...long]
}

export function refuseSecrets(said: string, secrets: Iterable<string>, where: string): void {
  for (const secret of secrets) if (said.includes(secret)) throw new Error(`There is a secret in ${where}.`)
}

const FOUND = 'There is a secret in an answer that the page read.'

/** Every answer that the pages of this browser read as text is searched too. Answers how often a secret was found. */
export async function watchPages(context: BrowserContext, secrets: Iterable<string>): Promise<() => number> {
  let found = 0
  context.on('weberror', problem => {
    if (problem.error().message === FOUND) found += 1
  })
  await context.addInitScript(
    ({ list, said }) => {
      const read = Response.prototype.text
      Response.prototype.text = async function text() {
        const answer = await read.call(this)
        if (list.some(secret => answer.includes(secret))) reportError(new Error(said))
        return answer
      }
    },
    { list: [...secrets], said: FOUND },
  )
  return () => found
}
