import { hash, verify } from '@node-rs/argon2'

/** R5: argon2id, 19 MiB, two passes. */
/** The library's enum is ambient and cannot be imported under type stripping; 2 is argon2id. */
const ARGON2ID = 2
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS)
}

let decoy: Promise<string> | undefined

/**
 * Unknown user, disabled method and wrong password cost the same time: without a stored hash the password is
 * still checked, against one that nothing matches.
 */
export async function isPasswordRight(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const matches = await verify(stored ?? (await decoy), password)
  return stored !== null && matches
}
