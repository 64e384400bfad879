import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Chips } from '#ui/chips.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { genresQuery, languagesQuery } from '../api.ts'
import { type BrowseFilters, compact, SORTS } from './browse-filters.ts'
import { FeedFailure } from '../feeds/feed-failure.tsx'
import { FeedUnread } from './feed-unread.tsx'
import { ChosenFilter, LookupFilter } from './lookup-filter.tsx'
import { ProviderFilter } from './provider-filter.tsx'
import type { ScreenType } from '../title.ts'
import { YearFilter } from './year-filter.tsx'

const RATINGS = [5, 6, 7, 8, 9]
const VOTES = [100, 500, 1000, 5000]

export interface FilterProps {
  type: ScreenType
  filters: BrowseFilters
  /** Gets the newest filters: two changes may happen before the page is drawn again. */
  onChange: (change: (before: BrowseFilters) => BrowseFilters) => void
}

interface FilterPanelProps extends FilterProps {
  /** The account has a library, so what it has can be hidden. */
  has_library: boolean
}

/** All filters; each change applies immediately. */
export function FilterPanel({ type, filters, has_library, onChange }: FilterPanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const genres = useQuery(genresQuery(type))
  const change = (part: { [K in keyof BrowseFilters]?: BrowseFilters[K] | undefined }) =>
    onChange(before => compact({ ...before, ...part }))
  return (
    <div className="flex flex-col gap-6">
      <Field label={t('discover.filter.sort')}>
        {wiring => (
          <Select
            {...wiring}
            value={filters.sort ?? 'popular'}
            choices={SORTS.map(value => ({ value, label: t(`discover.sort.${value}`) }))}
            onChange={sort => change({ sort: sort === 'popular' ? undefined : sort })}
          />
        )}
      </Field>
      {has_library && (
        <Checkbox
          label={t('discover.filter.owned')}
          hint={t('discover.filter.owned_hint')}
          checked={filters.owned === 'hide'}
          onChange={event => change({ owned: event.target.checked ? 'hide' : undefined })}
        />
      )}
      {genres.data ? (
        <Chips
          label={t('discover.filter.genres')}
          chips={genres.data.genres.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={filters.genres ?? []}
          onChange={chosen => change({ genres: [...chosen] })}
        />
      ) : genres.error ? (
        <FeedFailure
          compact
          title={t('discover.filter.genres_unreadable')}
          error={genres.error}
          retrying={genres.isFetching}
          onRetry={() => void genres.refetch()}
        />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
      <YearFilter filters={filters} onChange={change} />
      <div className="grid grid-cols-2 gap-3">
        <AtLeast
          label={t('discover.filter.rating')}
          steps={RATINGS}
          value={filters.rating}
          words={step => t('discover.at_least', { value: format.number(step) })}
          onChange={rating => change({ rating })}
        />
        <AtLeast
          label={t('discover.filter.votes')}
          steps={VOTES}
          value={filters.votes}
          words={step => t('discover.at_least', { value: format.number(step) })}
          onChange={votes => change({ votes })}
        />
      </div>
      <LanguageFilter value={filters.language} onChange={language => change({ language })} />
      <ProviderFilter type={type} filters={filters} onChange={change} />
      <LookupFilter
        kind="keyword"
        label={t('discover.filter.keywords')}
        chosen={filters.keywords ?? []}
        onChange={keywords => change({ keywords })}
      />
      <LookupFilter
        kind="company"
        label={t('discover.filter.companies')}
        chosen={filters.companies ?? []}
        onChange={companies => change({ companies })}
      />
      <ChosenFilter
        label={t('discover.filter.people')}
        chosen={filters.people}
        onChange={people => change({ people })}
      />
      <ChosenFilter
        label={t('discover.filter.networks')}
        chosen={filters.networks}
        onChange={networks => change({ networks })}
      />
    </div>
  )
}

interface AtLeastProps {
  label: string
  steps: readonly number[]
  value: number | undefined
  words: (step: number) => string
  onChange: (value: number | undefined) => void
}

function AtLeast({ label, steps, value, words, onChange }: AtLeastProps) {
  const { t } = useTranslation()
  // The address may contain a value between the steps.
  const all = value && !steps.includes(value) ? [...steps, value].toSorted((a, b) => a - b) : steps
  return (
    <Field label={label}>
      {wiring => (
        <Select
          {...wiring}
          value={value ? String(value) : ''}
          choices={[
            { value: '', label: t('discover.any') },
            ...all.map(step => ({ value: String(step), label: words(step) })),
          ]}
          onChange={chosen => onChange(chosen ? Number(chosen) : undefined)}
        />
      )}
    </Field>
  )
}

interface LanguageFilterProps {
  value: string | undefined
  onChange: (language: string | undefined) => void
}

function LanguageFilter({ value = '', onChange }: LanguageFilterProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const languages = useQuery(languagesQuery())
  const { data = [] } = languages
  const names = new Intl.DisplayNames(format.language, { type: 'language' })
  const listed = data.map(one => one.iso_639_1).filter(code => /^[a-z]{2}$/.test(code))
  // The address may contain one that is not listed, or not yet: it filters, so that it is not "any".
  const choices = [...new Set([...listed, ...(value ? [value] : [])])]
    .map(code => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label, format.language))
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('discover.filter.language')}>
        {wiring => (
          <Select
            {...wiring}
            value={value}
            choices={[{ value: '', label: t('discover.any') }, ...choices]}
            onChange={chosen => onChange(chosen || undefined)}
          />
        )}
      </Field>
      <FeedUnread of={languages} />
    </div>
  )
}
