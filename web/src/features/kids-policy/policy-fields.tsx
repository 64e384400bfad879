import type { Certifications, ContentPolicy } from '@foyer/contract/kids'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Chips } from '#ui/chips.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { CapField } from './cap-field.tsx'
import { MOVIE_GENRES, TV_GENRES } from './genres.ts'
import { moveTo, regionName, regionsOf, scaleOf } from './rating-scale.ts'

interface PolicyFieldsProps {
  lists: Certifications
  policy: ContentPolicy
  errors?: Readonly<Record<string, string>>
  onChange: (policy: ContentPolicy) => void
}

/** What a kids account may see: a cap for films and one for series, and what is left out beside them. */
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
      <Chips
        label={t('kids.movie_genres')}
        chips={MOVIE_GENRES.map(id => ({ value: id, label: t(`kids.genre.${id}`) }))}
        chosen={policy.blocked_movie_genres}
        onChange={chosen => change({ blocked_movie_genres: [...chosen] })}
      />
      <Chips
        label={t('kids.tv_genres')}
        chips={TV_GENRES.map(id => ({ value: id, label: t(`kids.genre.${id}`) }))}
        chosen={policy.blocked_tv_genres}
        onChange={chosen => change({ blocked_tv_genres: [...chosen] })}
      />
    </div>
  )
}

/** Countries by name in the reader's language and order. */
function useRegions(lists: Certifications) {
  const { language } = useFormat()
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return regionsOf(lists)
      .map(value => ({ value, label: regionName(names, value) }))
      .sort((a, b) => a.label.localeCompare(b.label, language))
  }, [lists, language])
}
