/** A colour for each title, shown until its picture has loaded. */
export function tintOf(id: number | string): string {
  return `oklch(from var(--raised) l 0.03 ${typeof id === 'number' ? (id * 47) % 360 : hueOf(id)})`
}

function hueOf(id: string): number {
  return Array.from(id).reduce((all, letter) => (all * 31 + letter.charCodeAt(0)) % 360, 7)
}
