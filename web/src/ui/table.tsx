import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers align at the end, with tabular digits. */
  numeric?: boolean
  /** Cells that speak for themselves, such as buttons: no visible header, and on a card beside its heading. */
  quiet?: boolean
}

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

/** A table on a desktop; on a phone one card per row, headed by the first column. */
export function Table<Row>(props: TableProps<Row>) {
  return (
    <>
      <WideTable {...props} />
      <CardList {...props} />
    </>
  )
}

function WideTable<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <div className="hidden overflow-x-auto rounded-card border border-line bg-surface sm:block">
      <table className="w-full text-start text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map(column => (
              <th
                key={column.key}
                scope="col"
                className={cx(
                  'h-11 px-4 text-xs font-medium text-muted',
                  column.numeric ? 'text-end' : 'text-start',
                )}
              >
                {column.quiet ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(row => (
            <tr key={rowKey(row)} className="transition-colors hover:bg-raised/60">
              {columns.map(column => (
                <td
                  key={column.key}
                  className={cx('h-14 px-4', column.numeric && 'text-end whitespace-nowrap tabular-nums')}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function CardList<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  const [first, ...others] = columns
  const quiet = others.filter(column => column.quiet)
  const named = others.filter(column => !column.quiet)
  return (
    <ul aria-label={caption} className="flex flex-col gap-3 sm:hidden">
      {rows.map(row => (
        <li key={rowKey(row)} className="rounded-card border border-line bg-surface p-4">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0 font-medium">{first?.cell(row)}</div>
            {quiet.map(column => (
              <div key={column.key} className="shrink-0">
                {column.cell(row)}
              </div>
            ))}
          </div>
          <dl className="mt-3 grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2 text-sm">
            {named.map(column => (
              <div key={column.key} className="contents">
                <dt className="text-muted">{column.header}</dt>
                <dd className="min-w-0 text-end tabular-nums">{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
