import * as routes from '@foyer/contract/hidden-titles'
import { type Binding, bind } from '#http/bind.ts'
import type { HiddenTitles } from './hidden-titles.ts'

export function hiddenTitleRoutes(titles: HiddenTitles): Binding[] {
  return [
    bind(routes.getHiddenTitles).to(() => titles.list()),
    bind(routes.hideTitle).to(({ caller, params: { media_type: kind, tmdb_id } }) =>
      titles.hide(caller, { kind, tmdb_id }),
    ),
    bind(routes.hideWork).to(({ caller, body, leaving }) => titles.hideWork(caller, body, leaving())),
    bind(routes.showWork).to(({ query }) => titles.showWork(query)),
    bind(routes.showTitle).to(({ params: { media_type: kind, tmdb_id } }) => titles.show({ kind, tmdb_id })),
  ]
}
