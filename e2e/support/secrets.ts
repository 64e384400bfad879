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
