import { type AgentDigest, getAgentDigest } from '@foyer/contract/remediation/remediation'
import { type Binding, bind } from '#http/bind.ts'

export function digestRoutes(read: (days: number) => Promise<AgentDigest>): Binding[] {
  return [bind(getAgentDigest).to(({ query }) => read(query.days))]
}
