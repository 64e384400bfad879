import * as routes from '@foyer/contract/title-tools'
import { type Binding, bind } from '#http/bind.ts'
import type { TitleToolsService } from './title-tools.ts'

export function titleToolRoutes(tools: TitleToolsService): Binding[] {
  return [
    bind(routes.getTitleTools).to(({ caller, params: title, leaving }) =>
      tools.read({ caller, title, signal: leaving() }),
    ),
    bind(routes.searchTitleNow).to(({ caller, params: title, body, leaving }) =>
      tools.search({ caller, title, signal: leaving() }, body.instance_id),
    ),
    bind(routes.previewTitleRemoval).to(({ caller, params: title, body, leaving }) =>
      tools.preview({ caller, title, signal: leaving() }, body.instance_id),
    ),
    bind(routes.removeTitle).to(({ caller, params: title, body, leaving }) =>
      tools.remove({ caller, title, signal: leaving() }, body),
    ),
  ]
}
