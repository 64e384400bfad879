import { useInfiniteQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoreRows } from '#lib/more-rows.tsx'
import { ReadFailure } from '#lib/read-failure.tsx'
import { useDebounced } from '#lib/use-debounced.ts'
import { Input } from '#ui/input.tsx'
import { RowList } from '#ui/row-link.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { devicesQuery } from './api.ts'
import { DeviceRow } from './device-row.tsx'
import { eachOnce } from './each-once.ts'

/** From this length on, the list is searchable. */
const MANY = 6
const PAUSE_MS = 300

interface DeviceListProps {
  user_id?: number
  /** How many there will be, as far as it is known; so many have their place while they are read. */
  expected?: number
}

/** All signed-in devices, or only one person's. */
export function DeviceList({ user_id, expected = 4 }: DeviceListProps) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const text = useDebounced(words.trim(), PAUSE_MS)
  const list = useInfiniteQuery(devicesQuery({ user_id, text }))
  const { data, error } = list
  if (!data) {
    if (!error) return <Waiting rows={Math.min(Math.max(expected, 1), MANY)} />
    return <ReadFailure of={list} compact title={t('devices.unreadable')} />
  }
  const devices = eachOnce(data.pages.flatMap(({ sessions }) => sessions))
  const total = data.pages.at(-1)?.total ?? 0
  if (total === 0 && !words) return <p className="text-muted">{t('devices.none')}</p>
  return (
    <div className="flex flex-col gap-4">
      {(total >= MANY || words) && (
        <Input
          type="search"
          icon={<Search />}
          aria-label={t('devices.search')}
          placeholder={t('devices.search')}
          maxLength={200}
          value={words}
          onChange={event => setWords(event.target.value)}
        />
      )}
      {devices.length > 0 ? (
        <RowList aria-label={t('devices.title')} aria-busy={list.isPlaceholderData}>
          {devices.map(device => (
            <DeviceRow key={device.id} device={device} with_name={user_id === undefined} />
          ))}
        </RowList>
      ) : (
        <output className="text-muted">{t('devices.no_match')}</output>
      )}
      <MoreRows list={list} shown={devices.length} total={total} />
    </div>
  )
}

function Waiting({ rows }: { rows: number }) {
  return (
    <div aria-busy className="divide-y divide-line rounded-card border border-line bg-surface px-4 sm:px-5">
      {Array.from({ length: rows }, (_, row) => (
        // As high as a device with its two lines.
        <div key={row} className="flex min-h-17 flex-col justify-center">
          <RowSkeleton />
        </div>
      ))}
    </div>
  )
}
