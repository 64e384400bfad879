import { z } from 'zod'
import type { SecretBox } from '#kit/crypto.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import type { ConnectionRow } from './book-list-store.ts'

const Secret = z.union([
  z.object({ token: z.string() }),
  z.object({ access_token: z.string(), refresh_token: z.string() }),
])
type Secret = z.infer<typeof Secret>

const purpose = (connection_id: string) => `book list ${connection_id}`
const flowPurpose = (flow_id: string) => `book list link ${flow_id}`

/** Each secret is encrypted for its row: copied to another row, it cannot be decrypted. */
export function createConnectionSecrets(parts: { box: SecretBox; registerSecret(secret: string): void }) {
  const { box } = parts
  return {
    seal(connection_id: string, secret: Secret): string {
      for (const text of Object.values(secret)) parts.registerSecret(text)
      return box.seal(JSON.stringify(secret), purpose(connection_id))
    },
    open({ id, secret_box }: Pick<ConnectionRow, 'id' | 'secret_box'>): {
      token: string
      refresh_token: string | null
    } {
      const secret = fromStorage(() => Secret.parse(JSON.parse(box.open(secret_box, purpose(id)))))
      for (const text of Object.values(secret)) parts.registerSecret(text)
      return 'token' in secret
        ? { token: secret.token, refresh_token: null }
        : { token: secret.access_token, refresh_token: secret.refresh_token }
    },
    sealDeviceCode: (flow_id: string, code: string) => box.seal(code, flowPurpose(flow_id)),
    openDeviceCode: (flow_id: string, sealed: string) =>
      fromStorage(() => box.open(sealed, flowPurpose(flow_id))),
  }
}

export type ConnectionSecrets = ReturnType<typeof createConnectionSecrets>
