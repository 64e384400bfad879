import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import TvMinimalPlay from 'lucide-react/icons/tv-minimal-play'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RowList } from '#ui/row-link.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { setTopBoxesQuery } from './api.ts'
import type { People } from './box-access.tsx'
import { BoxRow } from './box-row.tsx'
import { HelperMissing } from './helper-missing.tsx'
import { PairingDialog } from './pairing-dialog.tsx'

interface BoxListProps {
  people: People
}

/** All boxes, for admins. */
export function BoxList({ people }: BoxListProps) {
  const { t } = useTranslation()
  const read = useQuery(setTopBoxesQuery())
  const { data, error } = read
  // Counts the openings, so that each starts at the beginning.
  const [adding, setAdding] = useState({ at: 0, open: false })
  if (!data) {
    if (!error)
      return (
        <div aria-busy className="rounded-card border border-line bg-surface px-4 sm:px-5">
          <RowSkeleton mark="icon" />
        </div>
      )
    return <ReadFailure of={read} title={t('set_top_boxes.unreadable')} />
  }
  const { supported, devices } = data
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      onClick={() => setAdding(({ at }) => ({ at: at + 1, open: true }))}
    >
      {t('set_top_boxes.add')}
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      {!supported && <HelperMissing />}
      {devices.length > 0 && (
        <RowList aria-label={t('set_top_boxes.list')}>
          {devices.map(box => (
            <BoxRow key={box.id} box={box} known={devices} people={people} />
          ))}
        </RowList>
      )}
      {supported && devices.length > 0 && <div className="flex max-sm:flex-col">{add}</div>}
      {supported && devices.length === 0 && (
        <EmptyState icon={<TvMinimalPlay />} title={t('set_top_boxes.none.title')} action={add}>
          {t('set_top_boxes.none.text')}
        </EmptyState>
      )}
      <PairingDialog
        key={adding.at}
        open={adding.open}
        onOpenChange={open => setAdding(({ at }) => ({ at, open }))}
        known={devices}
        people={people}
      />
    </div>
  )
}
