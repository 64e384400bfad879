import type { BookFormat } from '@foyer/contract/requests/requests'
import type { StatusResponse } from '@foyer/contract/title-statuses'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { optionsQuery, previewQuery } from '../api.ts'
import { type RequestTarget, isScreen } from './request-sheet-context.ts'
import { chosenFormats, settledFormats, shelfSelection } from './format-choice.ts'
import { type Draft, selectionOf } from './season-choice.ts'

type Chosen = Partial<Omit<Draft, 'instance_id'>> & { formats?: readonly BookFormat[] | undefined }

/** The selection in the sheet, its options and its cost; refetched on each change. */
export function useRequestDraft(
  title: RequestTarget,
  instance_id: string | undefined,
  answer: StatusResponse | undefined,
) {
  const { media_type } = title
  const tmdb_id = isScreen(title) ? title.tmdb_id : undefined
  const options = useQuery(optionsQuery({ media_type, tmdb_id }, instance_id))
  const [chosen, setChosen] = useState<Chosen>(() => begin(title))
  const allowed = options.data ?? { can_choose_season: false, can_choose_quality: false }
  const draft: Draft = {
    instance_id,
    scope: chosen.scope ?? options.data?.default_season_scope ?? 'all',
    seasons: chosen.seasons ?? [],
    quality_profile_id: chosen.quality_profile_id,
    on_behalf_of: chosen.on_behalf_of,
  }
  const settled = settledFormats(answer)
  const formats = chosenFormats(chosen.formats, settled)
  const selection = isScreen(title)
    ? selectionOf(title, draft, allowed)
    : shelfSelection(title, { ...draft, formats })
  const no_season = draft.scope === 'some' && draft.seasons.length === 0 && allowed.can_choose_season
  const nothing = media_type === 'book' ? formats.length === 0 : no_season
  const preview = useQuery({ ...previewQuery(selection), enabled: options.isSuccess && !nothing })
  return {
    options,
    preview,
    draft,
    selection,
    formats,
    settled,
    /** No season or format is selected, so there is nothing to request. */
    nothing,
    change: (change: Chosen) => setChosen(before => ({ ...before, ...change })),
  }
}

function begin(title: RequestTarget): Chosen {
  if (!isScreen(title)) return { formats: title.formats }
  return title.seasons ? { scope: 'some', seasons: title.seasons } : {}
}
