import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { optionsQuery, previewQuery } from './api.ts'
import type { AskedFor } from './ask-for.ts'
import { type Draft, selectionOf } from './season-choice.ts'

type Chosen = Partial<Omit<Draft, 'instance_id'>>

/** What is being chosen in the sheet, what may be chosen, and what it would cost; asked again at each change. */
export function useRequestDraft(title: AskedFor, instance_id: string | undefined) {
  const options = useQuery(optionsQuery(title, instance_id))
  const [chosen, setChosen] = useState<Chosen>(title.seasons ? { scope: 'some', seasons: title.seasons } : {})
  const allowed = options.data ?? { can_choose_season: false, can_choose_quality: false }
  const draft: Draft = {
    instance_id,
    scope: chosen.scope ?? options.data?.default_season_scope ?? 'all',
    seasons: chosen.seasons ?? [],
    quality_profile_id: chosen.quality_profile_id,
    on_behalf_of: chosen.on_behalf_of,
  }
  const selection = selectionOf(title, draft, allowed)
  const nothing = draft.scope === 'some' && draft.seasons.length === 0 && allowed.can_choose_season
  const preview = useQuery({ ...previewQuery(selection), enabled: options.isSuccess && !nothing })
  return {
    options,
    preview,
    draft,
    selection,
    /** No season is chosen, so there is nothing to ask for. */
    nothing,
    change: (change: Chosen) => setChosen(before => ({ ...before, ...change })),
  }
}
