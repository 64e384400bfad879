import type { FoundSetTopBox, SetTopBox } from '@foyer/contract/set-top-boxes'
import { useQuery } from '@tanstack/react-query'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Search from 'lucide-react/icons/search'
import TvMinimal from 'lucide-react/icons/tv-minimal'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { Input } from '#ui/input.tsx'
import { RowList } from '#ui/row-link.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { WaitingLine } from '#ui/waiting-line.tsx'
import { foundBoxesQuery } from './box-api.ts'
import { readAddress } from './box-address.ts'
import { boxErrorText } from './box-error-text.ts'

interface FindBoxesProps {
  /** Boxes that are already here. */
  known: readonly SetTopBox[]
  onChoose: (box: FoundSetTopBox) => void
}

/** Searches the local network at once, and an address on request. */
export function FindBoxes({ known, onChoose }: FindBoxesProps) {
  const { t } = useTranslation()
  const [address, setAddress] = useState<string | undefined>(undefined)
  return (
    <div className="flex flex-col gap-6">
      <Results key={address ?? ''} address={address} known={known} onChoose={onChoose} />
      <AddressForm
        onSearch={setAddress}
        reset={
          address !== undefined && (
            <Button variant="ghost" onClick={() => setAddress(undefined)}>
              {t('set_top_boxes.find.network')}
            </Button>
          )
        }
      />
    </div>
  )
}

interface ResultsProps extends FindBoxesProps {
  address: string | undefined
}

function Results({ address, known, onChoose }: ResultsProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(foundBoxesQuery(address))
  if (isFetching)
    return (
      <div aria-busy className="flex min-h-28 flex-col gap-2">
        <WaitingLine>
          {address === undefined
            ? t('set_top_boxes.find.looking')
            : t('set_top_boxes.find.looking_at', { address })}
        </WaitingLine>
        <div className="rounded-card border border-line px-4">
          <RowSkeleton />
        </div>
      </div>
    )
  if (error || !data)
    return (
      <ErrorState compact onRetry={() => void refetch()}>
        {boxErrorText(t, error)}
      </ErrorState>
    )
  return (
    <div className="flex min-h-28 flex-col gap-2">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <output className="text-sm text-muted">
          {data.devices.length === 0
            ? null
            : data.scope === 'address' && address !== undefined
              ? t('set_top_boxes.find.found_at', { address })
              : t('set_top_boxes.find.found')}
        </output>
        <Button size="sm" variant="ghost" icon={<RotateCw aria-hidden />} onClick={() => void refetch()}>
          {t('set_top_boxes.find.again')}
        </Button>
      </div>
      {data.devices.length === 0 ? (
        <output className="text-sm">
          {address === undefined
            ? t('set_top_boxes.find.nothing')
            : t('set_top_boxes.find.nothing_at', { address })}
        </output>
      ) : (
        <RowList>
          {data.devices.map(box => (
            <FoundRow
              key={`${box.identifier} ${box.address}`}
              box={box}
              is_known={known.some(({ identifier }) => identifier === box.identifier)}
              onChoose={() => onChoose(box)}
            />
          ))}
        </RowList>
      )}
    </div>
  )
}

interface FoundRowProps {
  box: FoundSetTopBox
  is_known: boolean
  onChoose: () => void
}

function FoundRow({ box, is_known, onChoose }: FoundRowProps) {
  const { t } = useTranslation()
  return (
    <li className="flex items-center gap-4 px-4 py-3">
      <IconTile tone="neutral">
        <TvMinimal />
      </IconTile>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="wrap-anywhere">{box.name}</span>
          {is_known && <Badge tone="ok">{t('set_top_boxes.find.known')}</Badge>}
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-muted">
          {box.model !== undefined && <span>{box.model}</span>}
          <span className="wrap-anywhere">{box.address}</span>
        </span>
      </span>
      <Button
        size="sm"
        className="pointer-coarse:min-h-control"
        aria-label={t(is_known ? 'set_top_boxes.find.pair_again_what' : 'set_top_boxes.find.pair_what', {
          box: box.name,
        })}
        onClick={onChoose}
      >
        {is_known ? t('set_top_boxes.pair_again') : t('set_top_boxes.find.pair')}
      </Button>
    </li>
  )
}

interface AddressFormProps {
  onSearch: (address: string) => void
  /** Goes back to the local network. */
  reset: React.ReactNode
}

function AddressForm({ onSearch, reset }: AddressFormProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  function search() {
    const address = readAddress(text)
    setError(address === null ? t('set_top_boxes.find.address_invalid') : undefined)
    if (address !== null) onSearch(address)
  }

  return (
    <Form onSubmit={search} errors={error ? { address: error } : undefined} className="gap-3">
      <Field
        label={t('set_top_boxes.find.address')}
        hint={t('set_top_boxes.find.address_hint')}
        error={error}
      >
        {wiring => (
          <Input
            {...wiring}
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            placeholder="192.168.1.20"
            value={text}
            onChange={event => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" icon={<Search aria-hidden />}>
          {t('set_top_boxes.find.look')}
        </Button>
        {reset}
      </div>
    </Form>
  )
}
