import * as routes from '@foyer/contract/tv-matches/tv-matches'
import { type Binding, bind } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'
import type { MatchEditor } from './match-editor.ts'

const REVISION_MISSING = { fields: { revision: 'This is required.' } }

export function tvMatchRoutes(editor: MatchEditor): Binding[] {
  return [
    bind(routes.listTvMatches).to(() => editor.list()),
    bind(routes.listTvMatchCandidates).to(({ caller, query }) => editor.candidates(caller, query)),
    bind(routes.getTvMatch).to(({ caller, params, query }) =>
      editor.detail(caller, params.tmdb_id, query.instance_id),
    ),
    bind(routes.putTvMatch).to(({ caller, params, body }) => editor.change(caller, params.tmdb_id, body)),
    bind(routes.deleteTvMatch).to(({ caller, params, query, body }) => {
      const revision = body?.revision ?? query.revision
      if (revision === undefined) throw new Refusal('validation', REVISION_MISSING)
      const instance_id = body?.instance_id ?? query.instance_id
      return editor.change(caller, params.tmdb_id, { mode: 'default', revision, instance_id })
    }),
  ]
}
