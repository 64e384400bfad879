export const CLIENTS = ['claude', 'claude_code', 'chatgpt', 'other'] as const
export type AssistantClient = (typeof CLIENTS)[number]

export function readClientSearch({ client }: Record<string, unknown>): { client?: AssistantClient } {
  const found = CLIENTS.find(one => one === client)
  return found ? { client: found } : {}
}
