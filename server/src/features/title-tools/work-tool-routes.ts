import * as routes from '@foyer/contract/work-tools'
import { type Binding, bind } from '#http/bind.ts'
import type { WorkToolsService } from './work-tools.ts'

export function workToolRoutes(tools: WorkToolsService): Binding[] {
  return [
    bind(routes.getWorkTools).to(({ caller, query: work, leaving }) =>
      tools.read({ caller, work, signal: leaving() }),
    ),
  ]
}
