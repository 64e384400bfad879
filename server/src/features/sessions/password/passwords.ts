import { hash, verify } from '@node-rs/argon2'

/** The library's enum is ambient and cannot be imported under type stripping; 2 is argon2id. */
const ARGON2ID = 2
/** R5: argon2id, 19 MiB, two passes. */
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * An unknown user, a disabled method and a wrong password take the same time: without a stored hash, the password is
   * verified against one that nothing matches.
   */
  isRight(stored: string | null, password: string): Promise<boolean>
}

export interface Argon {
  hash: typeof hash
  verify: typeof verify
}

export function createPasswords(argon: Argon = { hash, verify }): Passwords {
  let decoy: Promise<string> | undefined
  const hashOne = (password: string) => argon.hash(password, PARAMETERS)
  return {
    hash: hashOne,
    async isRight(stored, password) {
      decoy ??= hashOne('no account has this password')
      const matches = await argon.verify(stored ?? (await decoy), password)
      return stored !== null && matches
    },
  }
}
