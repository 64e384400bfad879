import type { TvMatchDetail } from '@foyer/contract/tv-matches/tv-matches'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Form } from '#ui/form.tsx'
import { LeaveQuestion } from '#ui/leave-question.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import type { ShowAt } from './api.ts'
import { currentIn, useChangeMatch, useShowCurrent } from './changes.ts'
import { type Draft, draftOf, isChanged, unmatched, withSeries } from './match-draft.ts'
import { seasonsLabel } from './season-labels.ts'
import { matchErrors } from './match-errors.ts'
import { SeasonMapTable } from './season-map.tsx'
import { SeriesPicker } from './series-picker.tsx'

interface MatchFormProps {
  show: ShowAt
  detail: TvMatchDetail
}

/** Selects another series or other seasons. */
export function MatchForm({ show, detail }: MatchFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const change = useChangeMatch(show)
  const showCurrent = useShowCurrent(show)
  // Uses the revision from when the editing began; null follows the server's.
  const [edited, setEdited] = useState<{ draft: Draft; revision: string } | null>(null)
  const [picking, setPicking] = useState(false)
  const draft = edited?.draft ?? draftOf(detail)
  const source = detail.source_seasons.map(season => season.season_number)
  const current = currentIn(change.error)
  const errors = current ? { fields: {} } : matchErrors(t, change.error)
  const left = unmatched(draft, source)

  function edit(next: Draft) {
    change.reset()
    setEdited({ draft: next, revision: edited?.revision ?? detail.match.revision })
  }

  function save() {
    const { tvdb_id, map: season_map } = draft
    if (tvdb_id === null || !edited) return
    const { revision } = edited
    change.mutate({ mode: 'custom', revision, tvdb_id, season_map }, { onSuccess: () => setEdited(null) })
  }

  const cancel = (
    <Button variant="ghost" onClick={() => (change.reset(), setEdited(null))}>
      {t('ui.cancel')}
    </Button>
  )
  const is_changed = edited !== null && isChanged(draft, detail)
  const canSave = is_changed && Object.keys(draft.map).length > 0
  return (
    <SectionCard
      title={t('tv_matches.seasons_title')}
      text={draft.tvdb_id === null ? t('tv_matches.choose_first') : t('tv_matches.seasons_text')}
      action={
        <Button onClick={() => setPicking(true)}>
          {draft.tvdb_id === null ? t('tv_matches.choose_series') : t('tv_matches.other_series')}
        </Button>
      }
    >
      {draft.tvdb_id !== null && (
        <Form errors={errors.fields} onSubmit={save}>
          {edited && draft.tvdb_id !== detail.match.tvdb_id && (
            <Notice>
              {t('tv_matches.chosen', {
                title: draft.title,
                id: t('tv_matches.tvdb', { id: draft.tvdb_id }),
              })}
            </Notice>
          )}
          <SeasonMapTable detail={detail} draft={draft} errors={errors.fields} onChange={edit} />
          {left.length > 0 && (
            <Notice tone="warn">
              {t('tv_matches.unmatched', { seasons: seasonsLabel(t, left, format.list), count: left.length })}
            </Notice>
          )}
          {current && (
            <Notice
              tone="warn"
              action={
                <Button
                  size="sm"
                  onClick={() => {
                    showCurrent(current)
                    setEdited(null)
                    change.reset()
                  }}
                >
                  {t('tv_matches.show_current')}
                </Button>
              }
            >
              {t('tv_matches.stale')}
            </Notice>
          )}
          {errors.form && <Notice tone="danger">{errors.form}</Notice>}
          {errors.fields['tvdb_id'] && <Notice tone="danger">{errors.fields['tvdb_id']}</Notice>}
          {canSave && (
            <SaveRow saving={change.isPending} saved={false} changed>
              {cancel}
            </SaveRow>
          )}
          {edited && !canSave && (
            <div>
              {cancel}
              <LeaveQuestion unsaved={is_changed} />
            </div>
          )}
          {!edited && <SavedMark shown={change.isSuccess} />}
        </Form>
      )}
      <SeriesPicker
        open={picking}
        onOpenChange={setPicking}
        title={detail.match.title ?? ''}
        instance_id={detail.instance_id}
        onPick={series => {
          setPicking(false)
          edit(series.tvdb_id === detail.match.tvdb_id ? draftOf(detail) : withSeries(series, source))
        }}
      />
    </SectionCard>
  )
}
