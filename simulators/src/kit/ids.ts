import { createRandom } from './random.ts'

/** `length` hex digits, the same for the same name on every machine. */
export function hexOf(name: string, length: number): string {
  const random = createRandom(`hex:${name}`)
  return Array.from({ length }, () => random.int(0, 15).toString(16)).join('')
}

/** A dashed lower-case UUID of version 4 form, the same for the same name. */
export function uuidOf(name: string): string {
  const hex = hexOf(`uuid:${name}`, 32)
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-')
}
