import type { Format } from '#lib/format.ts'
import { useFormat } from '#lib/i18n.ts'
import { type Column, Table } from '#ui/table.tsx'
import { StatusLabel } from '#ui/status-label.tsx'
import { Family, WideSpecimen } from '../specimen.tsx'

interface Row {
  id: number
  title: string
  bytes: number
  asked: string
}

const ROWS: readonly Row[] = [
  { id: 1, title: 'Dune', bytes: 42_800_000_000, asked: '2026-11-14T20:15:00Z' },
  {
    id: 2,
    title: 'Donaudampfschifffahrtsgesellschaft, die Serie',
    bytes: 900_000_000,
    asked: '2026-11-02T08:00:00Z',
  },
  { id: 3, title: 'Up', bytes: 5_100, asked: '2026-06-01T08:00:00Z' },
]

const NOW = Date.parse('2026-11-15T12:00:00Z')

function columns(format: Format): readonly Column<Row>[] {
  return [
    { key: 'title', header: 'Title', cell: row => row.title },
    { key: 'status', header: 'Status', cell: row => <StatusLabel status="downloading" share={row.id / 4} /> },
    {
      key: 'asked',
      header: 'Asked',
      cell: row => <time title={format.dateTime(row.asked)}>{format.relative(row.asked, NOW)}</time>,
    },
    { key: 'size', header: 'Size', numeric: true, cell: row => format.bytes(row.bytes) },
  ]
}

export function DataSpecimens() {
  const format = useFormat()
  return (
    <Family name="Data">
      <WideSpecimen name="Table, cards on a phone">
        <Table caption="Requests" columns={columns(format)} rows={ROWS} rowKey={row => row.id} />
      </WideSpecimen>
    </Family>
  )
}
