import type { Certifications, ContentPolicy } from '@foyer/contract/kids'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Chips } from '#ui/chips.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { genresQuery } from './api.ts'
import { CapField } from './cap-field.tsx'
import { genreChoices, KNOWN_GENRES, type KnownGenre } from './genres.ts'
import { moveTo, regionName, regionsOf, scaleOf } from './rating-scale.ts'

interface PolicyFieldsProps {
  lists: Certifications
  policy: ContentPolicy
  errors?: Readonly<Record<string, string>>
  onChange: (policy: ContentPolicy) => void
}

/** The limits of a kids account: highest ratings for movies and shows, and hidden genres. */
export function PolicyFields({ lists, policy, errors = {}, onChange }: PolicyFieldsProps) {
  const { t } = useTranslation()
  const regions = useRegions(lists)
  const change = (part: Partial<ContentPolicy>) => onChange({ ...policy, ...part })
  return (
    <div className="flex flex-col gap-6">
      {lists.source === 'builtin' && <Notice>{t('kids.builtin')}</Notice>}
      <Field label={t('kids.region')} hint={t('kids.region_hint')} error={errors['rating_region']}>
        {wiring => (
          <Select
            {...wiring}
            value={policy.rating_region}
            choices={regions}
            onChange={region => onChange(moveTo(policy, lists, region))}
          />
        )}
      </Field>
      <CapField
        label={t('kids.movie_cap')}
        scale={scaleOf(lists, 'movie', policy.rating_region)}
        cap={policy.max_movie_rating}
        error={errors['max_movie_rating']}
        onChange={max_movie_rating => change({ max_movie_rating })}
      />
      <CapField
        label={t('kids.tv_cap')}
        scale={scaleOf(lists, 'tv', policy.rating_region)}
        cap={policy.max_tv_rating}
        error={errors['max_tv_rating']}
        onChange={max_tv_rating => change({ max_tv_rating })}
      />
      <Checkbox
        label={t('kids.unrated')}
        hint={t('kids.unrated_hint')}
        checked={policy.block_unrated}
        onChange={event => change({ block_unrated: event.target.checked })}
      />
      <Checkbox
        label={t('kids.trailers')}
        hint={t('kids.trailers_hint')}
        checked={policy.trailers_allowed ?? false}
        onChange={event => change({ trailers_allowed: event.target.checked })}
      />
      <GenreField
        kind="movie"
        label={t('kids.movie_genres')}
        chosen={policy.blocked_movie_genres}
        onChange={blocked_movie_genres => change({ blocked_movie_genres })}
      />
      <GenreField
        kind="tv"
        label={t('kids.tv_genres')}
        chosen={policy.blocked_tv_genres}
        onChange={blocked_tv_genres => change({ blocked_tv_genres })}
      />
    </div>
  )
}

interface GenreFieldProps {
  kind: 'movie' | 'tv'
  label: string
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

/** Waits for the names, so that none changes while it is pressed; a failing provider does not block it. */
function GenreField({ kind, label, chosen, onChange }: GenreFieldProps) {
  const { t } = useTranslation()
  const { data, isPending } = useQuery(genresQuery(kind))
  if (isPending) return <Skeleton className="h-40" />
  const nameOf = (id: KnownGenre) => t(`kids.genre.${id}`)
  const chips = genreChoices({ listed: data?.genres, known: KNOWN_GENRES[kind], chosen, nameOf })
  return <Chips label={label} chips={chips} chosen={chosen} onChange={next => onChange([...next])} />
}

/** Countries by name in the current language, sorted. */
function useRegions(lists: Certifications) {
  const { language } = useFormat()
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return regionsOf(lists)
      .map(value => ({ value, label: regionName(names, value) }))
      .sort((a, b) => a.label.localeCompare(b.label, language))
  }, [lists, language])
}
