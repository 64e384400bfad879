/** The name itself, or the first free "Radarr 2", as a suggestion. */
export function freeName(base: string, taken: readonly string[]): string {
  const used = new Set(taken.map(name => name.trim().toLowerCase()))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base} ${number}`
    if (!used.has(name.toLowerCase())) return name
  }
}
