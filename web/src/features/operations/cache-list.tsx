import type { CacheFigures } from '@foyer/contract/operations/caches'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import type { Format } from '#lib/format.ts'
import { useFormat } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { toast } from '#ui/toast-store.ts'
import { cachesQuery, useClearCache } from './api.ts'
import { bySize } from './cache-order.ts'
import { Loaded } from './loaded.tsx'
import { cacheName } from './operation-names.ts'

/** The caches in memory with how often they helped; one or all can be cleared. */
export function CacheList() {
  const { t } = useTranslation()
  const query = useQuery(cachesQuery())
  const clear = useClearCache()
  const [open, setOpen] = useState(false)
  // Kept while the dialog fades out. Null: all caches.
  const [name, setName] = useState<string | null>(null)

  function confirmClear(which: string | null) {
    setName(which)
    setOpen(true)
  }

  return (
    <>
      {clear.error && <Notice tone="danger">{errorText(t, clear.error)}</Notice>}
      <Loaded query={query} waiting={<Skeleton className="h-96 w-full rounded-card" />}>
        {caches => (
          <>
            <TotalRow caches={caches} onClear={() => confirmClear(null)} />
            <CacheTable caches={caches} onClear={confirmClear} />
          </>
        )}
      </Loaded>
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title={
          name === null
            ? t('operations.caches.clear_all_title')
            : t('operations.caches.clear_title', { name: cacheName(t, name) })
        }
        confirmLabel={name === null ? t('operations.caches.clear_all') : t('operations.caches.clear')}
        loading={clear.isPending}
        onConfirm={() =>
          clear.mutate(name, {
            onSuccess: () => toast(t('operations.caches.cleared'), { tone: 'ok' }),
            onSettled: () => setOpen(false),
          })
        }
      >
        {t('operations.caches.clear_text')}
      </Confirm>
    </>
  )
}

interface TotalRowProps {
  caches: readonly CacheFigures[]
  onClear: () => void
}

function TotalRow({ caches, onClear }: TotalRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const bytes = caches.reduce((sum, cache) => sum + cache.bytes, 0)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="text-sm text-muted tabular-nums">
        {t('operations.caches.total', { count: caches.length, size: format.bytes(bytes) })}
      </p>
      <Button disabled={caches.every(({ entries }) => entries === 0)} onClick={onClear}>
        {t('operations.caches.clear_all')}
      </Button>
    </div>
  )
}

interface CacheTableProps {
  caches: readonly CacheFigures[]
  onClear: (name: string) => void
}

function CacheTable({ caches, onClear }: CacheTableProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Table
      caption={t('operation_pages.caches.title')}
      rows={bySize(caches)}
      rowKey={({ name }) => name}
      columns={columnsOf(t, format, onClear)}
    />
  )
}

function columnsOf(
  t: TFunction,
  format: Format,
  onClear: CacheTableProps['onClear'],
): Column<CacheFigures>[] {
  return [
    {
      key: 'name',
      header: t('operations.caches.name'),
      cell: ({ name }) => (
        <span className="flex flex-col py-2 max-sm:py-0">
          <span className="font-medium">{cacheName(t, name)}</span>
          {cacheName(t, name) !== name && <code className="text-xs font-normal text-muted">{name}</code>}
        </span>
      ),
    },
    {
      key: 'entries',
      header: t('operations.caches.entries'),
      numeric: true,
      cell: ({ entries }) => format.number(entries),
    },
    {
      key: 'size',
      header: t('operations.caches.size'),
      numeric: true,
      cell: ({ bytes }) => format.bytes(bytes),
    },
    {
      key: 'rate',
      header: t('operations.caches.rate'),
      numeric: true,
      cell: ({ hit_rate, hits, misses }) =>
        hit_rate === null ? (
          <span className="text-muted">{t('operations.caches.unused')}</span>
        ) : (
          <span title={t('operations.caches.lookups', { count: hits + misses })}>
            {format.percent(hit_rate)}
          </span>
        ),
    },
    {
      key: 'clear',
      header: t('operations.caches.clear'),
      quiet: true,
      numeric: true,
      cell: ({ name, entries }) => (
        <Button
          size="sm"
          disabled={entries === 0}
          aria-label={t('operations.caches.clear_this', { name: cacheName(t, name) })}
          onClick={() => onClear(name)}
        >
          {t('operations.caches.clear')}
        </Button>
      ),
    },
  ]
}
