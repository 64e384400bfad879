/** The keys and tokens of simulated services, which only a server that was given them may know, and tell nobody. */
export function keysOf(simulators: object): string[] {
  const keys = Object.values(simulators).flatMap(simulator => [
    ...['api_key', 'token', 'read_token'].map(name => simulator?.[name] as unknown),
    ...Object.values(simulator?.keys ?? {}),
  ])
  return keys.filter((key): key is string => typeof key === 'string' && key.length >= 16)
}
