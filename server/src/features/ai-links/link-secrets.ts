import { z } from 'zod'
import type { SecretBox } from '#kit/crypto.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import type { AccountTokens } from '#ports/model-account.ts'
import type { FlowRow, LinkRow } from './ai-link-store.ts'

const LinkTokens = z.object({ access_token: z.string(), refresh_token: z.string().nullable() })
export type LinkTokens = z.infer<typeof LinkTokens>

const ReceivedTokens = LinkTokens.extend({
  expires_at: z.string(),
  email: z.string().nullable(),
  plan_type: z.string().nullable(),
}) satisfies z.ZodType<AccountTokens>

const linkPurpose = (id: string) => `ai link ${id}`
const codePurpose = (flow_id: string) => `ai link code ${flow_id}`
const receivedPurpose = (flow_id: string) => `ai link tokens ${flow_id}`

/** Each secret is encrypted for its row: copied to another row, it cannot be decrypted. */
export function createLinkSecrets(parts: { box: SecretBox; registerSecret(secret: string): void }) {
  const { box } = parts

  function register<T extends LinkTokens>(tokens: T): T {
    parts.registerSecret(tokens.access_token)
    if (tokens.refresh_token !== null) parts.registerSecret(tokens.refresh_token)
    return tokens
  }

  return {
    register,
    sealTokens: (link_id: string, { access_token, refresh_token }: LinkTokens) =>
      box.seal(JSON.stringify({ access_token, refresh_token }), linkPurpose(link_id)),
    openTokens: ({ id, tokens_box }: Pick<LinkRow, 'id' | 'tokens_box'>): LinkTokens =>
      register(fromStorage(() => LinkTokens.parse(JSON.parse(box.open(tokens_box, linkPurpose(id)))))),
    sealReceived: (flow_id: string, tokens: AccountTokens) =>
      box.seal(JSON.stringify(tokens), receivedPurpose(flow_id)),
    openReceived: (flow_id: string, sealed: string): AccountTokens =>
      register(
        fromStorage(() => ReceivedTokens.parse(JSON.parse(box.open(sealed, receivedPurpose(flow_id))))),
      ),
    sealCode: (flow_id: string, code: string) => box.seal(code, codePurpose(flow_id)),
    openCode: ({ id, device_code_box }: Pick<FlowRow, 'id' | 'device_code_box'>): string =>
      fromStorage(() => box.open(device_code_box, codePurpose(id))),
  }
}

export type LinkSecrets = ReturnType<typeof createLinkSecrets>
