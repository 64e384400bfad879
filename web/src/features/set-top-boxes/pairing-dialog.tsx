import type { SetTopBox } from '@foyer/contract/set-top-boxes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { BoxAccess, type People } from './box-access.tsx'
import { FindBoxes } from './find-boxes.tsx'
import { PairBox } from './pair-box.tsx'
import type { PairingTarget } from './use-pairing.ts'

interface PairingDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** To pair again; without it, a box is looked for first. */
  box?: PairingTarget | undefined
  known: readonly SetTopBox[]
  people: People
}

type Step = { at: 'find' } | { at: 'pair'; box: PairingTarget } | { at: 'access'; box: SetTopBox }

/** From the search over the PIN to the people who may use it. Give each opening a key of its own, to start at the beginning. */
export function PairingDialog({ open, onOpenChange, box, known, people }: PairingDialogProps) {
  const { t } = useTranslation()
  const [chosen, setStep] = useState<Step | null>(null)
  const step: Step = chosen ?? (box ? { at: 'pair', box } : { at: 'find' })
  const close = () => onOpenChange(false)

  const head = {
    find: { title: t('set_top_boxes.find.title'), text: t('set_top_boxes.find.text') },
    pair: {
      title: t('set_top_boxes.pin.title', { box: step.at === 'find' ? '' : step.box.name }),
      text: t('set_top_boxes.pin.text'),
    },
    access: {
      title: t('set_top_boxes.access.title', { box: step.at === 'find' ? '' : step.box.name }),
      text: t('set_top_boxes.access.text'),
    },
  }[step.at]
  return (
    <Modal open={open} onOpenChange={onOpenChange} {...head}>
      {step.at === 'find' && (
        <FindBoxes
          known={known}
          onChoose={({ name, address, identifier }) =>
            setStep({ at: 'pair', box: { name, address, identifier } })
          }
        />
      )}
      {step.at === 'pair' && (
        <PairBox
          box={step.box}
          onPaired={done => setStep({ at: 'access', box: done })}
          onCancel={box ? close : () => setStep({ at: 'find' })}
        />
      )}
      {step.at === 'access' && (
        <div className="flex flex-col gap-4">
          <Notice tone="ok">{t('set_top_boxes.pin.paired', { box: step.box.name })}</Notice>
          <BoxAccess
            box={step.box}
            people={people}
            dismissLabel={t('set_top_boxes.access.later')}
            onDone={close}
          />
        </div>
      )}
    </Modal>
  )
}
