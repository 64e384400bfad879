import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Chips } from '#ui/chips.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { providersQuery, regionsQuery } from '../api.ts'
import type { BrowseFilters } from './browse-filters.ts'
import { FeedUnread } from './feed-unread.tsx'
import { regionOf } from '../title/title-facts.ts'
import type { ScreenType } from '../title.ts'

const FIRST = 12

interface ProviderFilterProps {
  type: ScreenType
  filters: BrowseFilters
  onChange: (part: { region?: string | undefined; providers?: number[] | undefined }) => void
}

/** Streaming services in one region at a time, because catalogues differ by region. */
export function ProviderFilter({ type, filters, onChange }: ProviderFilterProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [all, setAll] = useState(false)
  const region = filters.region ?? regionOf(format.language)
  const regions = useQuery(regionsQuery())
  const providers = useQuery(providersQuery(type, region))
  const names = new Intl.DisplayNames(format.language, { type: 'region' })
  const chosen = filters.providers ?? []
  const sorted = (providers.data?.results ?? []).toSorted((a, b) => a.display_priority - b.display_priority)
  const shown = sorted.filter((one, at) => all || at < FIRST || chosen.includes(one.provider_id))
  const known = regions.data?.results.map(one => one.iso_3166_1) ?? []
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('discover.filter.region')}>
        {wiring => (
          <Select
            {...wiring}
            value={region}
            choices={[...new Set([region, ...known])]
              .map(value => ({ value, label: names.of(value) ?? value }))
              .sort((a, b) => a.label.localeCompare(b.label, format.language))}
            onChange={next => onChange({ region: next, providers: undefined })}
          />
        )}
      </Field>
      {/* One country alone would look like the only one. */}
      <FeedUnread of={regions} />
      <FeedUnread of={providers} title={t('discover.filter.providers_unreadable')} />
      {shown.length > 0 && (
        <Chips
          label={t('discover.filter.providers')}
          chips={shown.map(one => ({ value: one.provider_id, label: one.provider_name }))}
          chosen={chosen}
          onChange={next => onChange({ region, providers: [...next] })}
        />
      )}
      {sorted.length > shown.length && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setAll(true)}>
          {t('discover.filter.all_providers', { count: sorted.length })}
        </Button>
      )}
    </div>
  )
}
