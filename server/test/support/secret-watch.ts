/**
 * Looks for secrets in every answer and every log line of every whole-server test: the keys of the simulated services, which
 * only the server may have, and the hashes of passwords. What is found fails the test in which it was said.
 */
const keys = new Set<string>()
const found: string[] = []

/** From now on, none of these keys may be said by a server. */
export function watchKeys(simulators: object): void {
  for (const simulator of Object.values(simulators))
    for (const name of ['api_key', 'token', 'read_token']) {
      const key: unknown = simulator?.[name]
      if (typeof key === 'string' && key.length >= 16) keys.add(key)
    }
}

export function lookForSecrets(said: string | Buffer, where: string): void {
  // A backup is the whole database; only admins get it.
  if (said.includes('SQLite format 3')) return
  if (said.includes('$argon2')) found.push(`the hash of a password in ${where}`)
  for (const key of keys) if (said.includes(key)) found.push(`a key of a service in ${where}`)
}

/** What was found since the last call. */
export function takeFoundSecrets(): string[] {
  return found.splice(0)
}
