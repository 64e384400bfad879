import type { SetTopBox } from '@foyer/contract/set-top-boxes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText } from '#lib/clock-text.ts'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { WaitingLine } from '#ui/waiting-line.tsx'
import { useCompletePairing } from './box-api.ts'
import { boxErrorText } from './box-error-text.ts'
import { isWholePin } from './pin.ts'
import { PinInput } from './pin-input.tsx'
import { type PairingTarget, usePairing } from './use-pairing.ts'
import { useTimeLeft } from './use-time-left.ts'

/** 2:4.12: five minutes. */
const PAIRING_MS = 5 * 60_000

interface PairBoxProps {
  box: PairingTarget
  onPaired: (box: SetTopBox) => void
  onCancel: () => void
}

/** The box shows a PIN for five minutes. Leaving this ends the pairing. */
export function PairBox({ box, onPaired, onCancel }: PairBoxProps) {
  const { t } = useTranslation()
  const { begin, start, keep } = usePairing(box)
  const cancel = (
    <Button variant="ghost" onClick={onCancel}>
      {t('ui.cancel')}
    </Button>
  )
  if (begin.data && !begin.isPending)
    return (
      <EnterPin
        key={begin.data.id}
        pairing={begin.data}
        onSend={keep}
        onPaired={onPaired}
        onAgain={start}
        cancel={cancel}
      />
    )
  return (
    <div className="flex flex-col gap-6">
      {begin.error ? (
        <Notice tone="danger">{boxErrorText(t, begin.error)}</Notice>
      ) : (
        <div aria-busy className="flex flex-col items-center gap-5">
          <Skeleton className="h-16 w-[17rem]" />
          <WaitingLine>{t('set_top_boxes.pin.starting', { box: box.name })}</WaitingLine>
        </div>
      )}
      <Actions>
        {cancel}
        {begin.error && (
          <Button variant="primary" onClick={start}>
            {t('set_top_boxes.pin.again')}
          </Button>
        )}
      </Actions>
    </div>
  )
}

interface EnterPinProps {
  pairing: { id: string; expires_at: string }
  /** The PIN is about to be sent. */
  onSend: () => void
  onPaired: (box: SetTopBox) => void
  onAgain: () => void
  cancel: React.ReactNode
}

function EnterPin({ pairing, onSend, onPaired, onAgain, cancel }: EnterPinProps) {
  const { t } = useTranslation()
  const complete = useCompletePairing()
  const left_ms = useTimeLeft(pairing.expires_at, PAIRING_MS)
  const [pin, setPin] = useState('')
  const is_expired = left_ms === 0 && !complete.isPending
  // A box takes one PIN for each pairing: whatever the answer was, there is nothing left to try.
  const has_ended = is_expired || complete.isError

  function submit() {
    if (!isWholePin(pin) || complete.isPending || has_ended) return
    onSend()
    complete.mutate({ id: pairing.id, pin }, { onSuccess: onPaired })
  }

  if (has_ended)
    return (
      <div className="flex flex-col gap-6">
        <Notice tone={complete.error ? 'danger' : 'warn'}>
          {complete.error ? boxErrorText(t, complete.error) : t('set_top_boxes.pin.expired')}
        </Notice>
        <Actions>
          {cancel}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- takes the place of the field that had the focus */}
          <Button variant="primary" autoFocus onClick={onAgain}>
            {t('set_top_boxes.pin.again')}
          </Button>
        </Actions>
      </div>
    )
  return (
    <Form onSubmit={submit} className="gap-6">
      <div className="flex flex-col items-center gap-5">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do in this step */}
        <PinInput autoFocus aria-label={t('set_top_boxes.pin.label')} value={pin} onChange={setPin} />
        <p role="timer" className="text-sm text-muted tabular-nums">
          {t('set_top_boxes.pin.left', { time: clockText(left_ms) })}
        </p>
      </div>
      <Actions>
        {cancel}
        <Button type="submit" variant="primary" disabled={!isWholePin(pin)} loading={complete.isPending}>
          {t('set_top_boxes.pin.submit')}
        </Button>
      </Actions>
    </Form>
  )
}

function Actions({ children }: { children: React.ReactNode }) {
  return <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>
}
