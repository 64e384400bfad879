import { useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Input } from '#ui/input.tsx'
import { RowList } from '#ui/row-link.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { devicesQuery } from './api.ts'
import { searchDevices } from './device-search.ts'
import { DeviceRow } from './device-row.tsx'

/** From this length on, the list is searchable. */
const MANY = 6

interface DeviceListProps {
  here_id: string
  /** Only this person's devices; everyone's if absent. */
  user_id?: number
}

export function DeviceList({ here_id, user_id }: DeviceListProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(devicesQuery())
  const [words, setWords] = useState('')
  if (!data) {
    if (!error) return <Waiting rows={user_id === undefined ? 4 : 1} />
    return (
      <ErrorState
        compact
        title={t('devices.unreadable')}
        retrying={isFetching}
        onRetry={() => void refetch()}
      >
        {errorText(t, error)}
      </ErrorState>
    )
  }
  const devices = user_id === undefined ? data : data.filter(device => device.user_id === user_id)
  const found = searchDevices(devices, words)
  if (devices.length === 0) return <p className="text-muted">{t('devices.none')}</p>
  return (
    <div className="flex flex-col gap-4">
      {devices.length >= MANY && (
        <Input
          type="search"
          icon={<Search />}
          aria-label={t('devices.search')}
          placeholder={t('devices.search')}
          value={words}
          onChange={event => setWords(event.target.value)}
        />
      )}
      {found.length > 0 ? (
        <RowList aria-label={t('devices.title')}>
          {found.map(device => (
            <DeviceRow
              key={device.id}
              device={device}
              is_here={device.id === here_id}
              with_name={user_id === undefined}
            />
          ))}
        </RowList>
      ) : (
        <output className="text-muted">{t('devices.no_match')}</output>
      )}
    </div>
  )
}

function Waiting({ rows }: { rows: number }) {
  return (
    <div aria-busy className="divide-y divide-line rounded-card border border-line bg-surface px-4 sm:px-5">
      {Array.from({ length: rows }, (_, row) => (
        <RowSkeleton key={row} />
      ))}
    </div>
  )
}
