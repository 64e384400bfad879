import type { SecretBox } from '#kit/crypto.ts'

/** For commands that read only settings that are not encrypted: they work without the encryption key. */
export const WITHOUT_KEY: SecretBox = { seal: refuseKey, open: refuseKey, deriveKey: refuseKey }

function refuseKey(): never {
  throw new Error('This command has no encryption key.')
}

export function refuseToWrite(): never {
  throw new Error('This command only reads.')
}
