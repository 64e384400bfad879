import * as routes from '@foyer/contract/attention'
import { type Binding, bind } from '#http/bind.ts'
import type { createAttention } from './attention-service.ts'

export function attentionRoutes(attention: ReturnType<typeof createAttention>): Binding[] {
  return [bind(routes.getAttention).to(() => attention.read())]
}
