/** Providers issue no keys that cannot be sent in a header; testing one would fail in confusing ways. */
export function isPossibleKey(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value)
}
