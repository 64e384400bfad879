/** Where the server of a soak says something. */
export const PLACES = ['an answer', 'a header', 'a stream', 'what the server printed'] as const
export type Place = (typeof PLACES)[number]

/** Finds what the server may tell nobody in all that it says while people live with it. */
export interface SecretWatch {
  /** Keys and passwords, which are said nowhere. */
  keep(secrets: Iterable<string>): void
  /** What a form tells of them, and the tokens of an answer: those are said in answers only. */
  learnFrom(body: unknown, kind: 'form' | 'answer'): void
  lookAt(said: string, place: Place): void
  /** For what comes in parts: a secret may lie across two of them. */
  follow(place: Place): (part: string) => void
  /** How often it looked. */
  looked(place: Place): number
  /** As sentences; none when all is well. */
  problems(): string[]
}

const SECRET_FIELDS = ['password', 'api_key']
const TOKEN_FIELDS = ['access_token', 'refresh_token']
/** Shorter ones are said for other reasons. */
const MIN_LENGTH = 8

export function createSecretWatch(): SecretWatch {
  const secrets = new Set(['$argon2'])
  const tokens = new Set<string>()
  const looks = new Map<Place, number>()
  const found = new Set<Place>()
  let longest = 0

  function fieldsOf(body: unknown, names: readonly string[]): string[] {
    const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
    return fields.flatMap(([name, value]) =>
      names.includes(name) && typeof value === 'string' && value.length >= MIN_LENGTH ? [value] : [],
    )
  }

  function add(secret: string, to: Set<string>): void {
    to.add(secret)
    longest = Math.max(longest, secret.length)
  }

  function lookAt(said: string, place: Place): void {
    looks.set(place, (looks.get(place) ?? 0) + 1)
    const isAnswer = place === 'an answer' || place === 'a header'
    const unsaid = isAnswer ? secrets : [...secrets, ...tokens]
    for (const secret of unsaid) if (said.includes(secret)) found.add(place)
  }

  return {
    keep(more) {
      for (const secret of more) if (secret.length >= MIN_LENGTH) add(secret, secrets)
    },
    learnFrom(body, kind) {
      if (kind === 'form') for (const secret of fieldsOf(body, SECRET_FIELDS)) add(secret, secrets)
      for (const token of fieldsOf(body, TOKEN_FIELDS)) add(token, tokens)
    },
    lookAt,
    follow(place) {
      let last = ''
      return part => {
        const said = last + part
        lookAt(said, place)
        last = said.slice(-longest)
      }
    },
    looked: place => looks.get(place) ?? 0,
    problems: () => Array.from(found, place => `There is a secret in ${place}.`),
  }
}
