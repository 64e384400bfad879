import * as routes from '@foyer/contract/work-tools'
import { type Binding, bind } from '#http/bind.ts'
import type { WorkToolsService } from './work-tools.ts'

export function workToolRoutes(tools: WorkToolsService): Binding[] {
  return [
    bind(routes.getWorkTools).to(({ caller, query: work, leaving }) =>
      tools.read({ caller, work, signal: leaving() }),
    ),
    bind(routes.searchWorkNow).to(({ caller, body, leaving }) => {
      const { instance_id, record_id, ...work } = body
      return tools.search({ caller, work, signal: leaving() }, { instance_id, record_id })
    }),
    bind(routes.previewWorkRemoval).to(({ caller, body, leaving }) => {
      const { instance_id, record_id, ...work } = body
      return tools.preview({ caller, work, signal: leaving() }, { instance_id, record_id })
    }),
    bind(routes.removeWork).to(({ caller, body, leaving }) => {
      const { instance_id, record_id, confirmation, delete_files, ...work } = body
      const choice = { confirmation, delete_files }
      return tools.remove({ caller, work, signal: leaving() }, { instance_id, record_id }, choice)
    }),
  ]
}
