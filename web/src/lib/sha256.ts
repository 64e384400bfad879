/** First 32 bits of the fractional parts of the square and cube roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
const { ROUND, START } = constants()

function constants() {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n += 1) if (primes.every(prime => n % prime !== 0)) primes.push(n)
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0
  return {
    ROUND: primes.map(prime => fraction(Math.cbrt(prime))),
    START: primes.slice(0, 8).map(prime => fraction(Math.sqrt(prime))),
  }
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))

function pad(message: Uint8Array): DataView {
  const padded = new DataView(new ArrayBuffer(Math.ceil((message.length + 9) / 64) * 64))
  new Uint8Array(padded.buffer).set(message)
  padded.setUint8(message.length, 0x80)
  padded.setUint32(padded.byteLength - 4, message.length * 8)
  return padded
}

function schedule(block: DataView, at: number): number[] {
  const words = Array.from({ length: 16 }, (_, i) => block.getInt32(at + i * 4))
  for (let i = 16; i < 64; i += 1) {
    const [early, late] = [words[i - 15] ?? 0, words[i - 2] ?? 0]
    const low = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const high = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    words.push(((words[i - 16] ?? 0) + low + (words[i - 7] ?? 0) + high) | 0)
  }
  return words
}

/**
 * SHA-256 for pages on plain http, where browsers offer no `crypto.subtle`. Only for the challenge of a verifier: it is
 * short, and nobody can measure how long it takes.
 */
export function sha256(message: Uint8Array): Uint8Array {
  const padded = pad(message)
  let state = START
  for (let at = 0; at < padded.byteLength; at += 64) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (const [i, word] of schedule(padded, at).entries()) {
      const high = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      const first = (h + high + ((e & f) ^ (~e & g)) + (ROUND[i] ?? 0) + word) | 0
      const low = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
    }
    state = [a, b, c, d, e, f, g, h].map((word, i) => (word + (state[i] ?? 0)) | 0)
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (const [i, word] of state.entries()) digest.setInt32(i * 4, word)
  return new Uint8Array(digest.buffer)
}
