import { readConfig } from '#config'

/** Every variable that the server reads, found by reading them all. */
export function variables(): Set<string> {
  const names = new Set<string>()
  const watching = new Proxy<Record<string, string>>({}, { get: (_, name) => void names.add(String(name)) })
  readConfig(watching)
  return names
}
