import type { SetTopBox } from '@foyer/contract/set-top-boxes'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { toast } from '#ui/toast-store.ts'
import { WaitingLine } from '#ui/waiting-line.tsx'
import { type OpenedTitle, useConfirmOpen, useOpenOnBox } from '../box-api.ts'
import { boxErrorText } from '../box-error-text.ts'
import { useTimeLeft } from '../use-time-left.ts'

/** 2:4.12: half a minute. */
const CONFIRMATION_MS = 30_000

interface OpenOnTvProps {
  open: boolean
  onClose: () => void
  title: OpenedTitle & { name: string }
  boxes: readonly SetTopBox[]
}

/**
 * 2:4.12: opens a title on a box, and answers the question that the box then asks. Two presses on purpose: it may be the
 * wrong TV.
 */
export function OpenOnTv({ open, onClose, title, boxes }: OpenOnTvProps) {
  const { t } = useTranslation()
  return (
    <Modal open={open} onOpenChange={onClose} title={t('set_top_boxes.open.title')} text={title.name}>
      <Steps title={title} boxes={boxes} onClose={onClose} />
    </Modal>
  )
}

type StepsProps = Omit<OpenOnTvProps, 'open'>

function Steps({ title, boxes, onClose }: StepsProps) {
  const [only] = boxes.length === 1 ? boxes : []
  const [box, setBox] = useState(only)
  if (!box) return <ChooseBox boxes={boxes} onChoose={setBox} onClose={onClose} />
  return (
    <Opening
      title={title}
      box={box}
      onClose={onClose}
      {...(only ? {} : { onOther: () => setBox(undefined) })}
    />
  )
}

interface ChooseBoxProps {
  boxes: readonly SetTopBox[]
  onChoose: (box: SetTopBox) => void
  onClose: () => void
}

function ChooseBox({ boxes, onChoose, onClose }: ChooseBoxProps) {
  const { t } = useTranslation()
  const [id, setId] = useState(boxes[0]?.id ?? '')
  const chosen = boxes.find(box => box.id === id)
  return (
    <div className="flex flex-col gap-6">
      <RadioGroup
        label={t('set_top_boxes.open.where')}
        value={id}
        choices={boxes.map(box => ({ value: box.id, label: box.name }))}
        onChange={setId}
      />
      <Actions>
        <Button variant="ghost" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button variant="primary" disabled={!chosen} onClick={() => chosen && onChoose(chosen)}>
          {t('set_top_boxes.open.begin')}
        </Button>
      </Actions>
    </div>
  )
}

interface OpeningProps {
  title: StepsProps['title']
  box: SetTopBox
  onClose: () => void
  /** Absent where there is no other. */
  onOther?: () => void
}

function Opening({ title, box, onClose, onOther }: OpeningProps) {
  const { t } = useTranslation()
  const begin = useOpenOnBox()
  const { mutate } = begin
  const { media_type, tmdb_id } = title
  const { id } = box
  const is_begun = useRef(false)
  useEffect(() => {
    // Once, also in React's strict mode: the box would ask twice.
    if (is_begun.current) return
    is_begun.current = true
    mutate({ id, title: { media_type, tmdb_id } })
  }, [mutate, id, media_type, tmdb_id])

  const again = (
    <Button
      variant="primary"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- takes the place of the button that had the focus
      autoFocus
      onClick={() => begin.mutate({ id, title: { media_type, tmdb_id } })}
    >
      {t('set_top_boxes.open.again')}
    </Button>
  )
  const other = (
    <Button variant="ghost" onClick={onOther ?? onClose}>
      {onOther ? t('set_top_boxes.open.other') : t('ui.cancel')}
    </Button>
  )
  if (begin.error)
    return (
      <Stage actions={[other, again]}>
        <Notice tone="danger">{boxErrorText(t, begin.error)}</Notice>
      </Stage>
    )
  if (!begin.data || begin.isPending)
    return (
      <Stage actions={[other]}>
        <WaitingLine>{t('set_top_boxes.open.opening', { box: box.name })}</WaitingLine>
      </Stage>
    )
  return (
    <Confirmation
      key={begin.data.confirmation_id}
      box={box}
      sent={begin.data}
      other={other}
      again={again}
      onConfirmed={() => {
        toast(t('set_top_boxes.open.done', { title: title.name, box: box.name }), { tone: 'ok' })
        onClose()
      }}
    />
  )
}

interface ConfirmationProps {
  box: SetTopBox
  sent: { confirmation_id: string; confirmation_expires_at: string }
  other: React.ReactElement
  again: React.ReactElement
  onConfirmed: () => void
}

function Confirmation({ box, sent, other, again, onConfirmed }: ConfirmationProps) {
  const { t } = useTranslation()
  const confirm = useConfirmOpen()
  const left_ms = useTimeLeft(sent.confirmation_expires_at, CONFIRMATION_MS)
  const { confirmation_id } = sent
  // A confirmation works once, so after a failure the title has to be opened again.
  if (confirm.error)
    return (
      <Stage actions={[other, again]}>
        <Notice tone="danger">{boxErrorText(t, confirm.error)}</Notice>
      </Stage>
    )
  if (left_ms === 0 && !confirm.isPending)
    return (
      <Stage actions={[other, again]}>
        <Notice tone="warn">{t('set_top_boxes.open.expired')}</Notice>
      </Stage>
    )
  return (
    <Stage
      actions={[
        other,
        <Button
          key="confirm"
          variant="primary"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do in this step, within 30 seconds
          autoFocus
          loading={confirm.isPending}
          onClick={() => confirm.mutate({ id: box.id, confirmation_id }, { onSuccess: onConfirmed })}
        >
          {t('set_top_boxes.open.confirm')}
        </Button>,
      ]}
    >
      <output className="wrap-anywhere">{t('set_top_boxes.open.asks', { box: box.name })}</output>
      <p role="timer" className="text-sm text-muted tabular-nums">
        {t('set_top_boxes.open.left', { count: Math.ceil(left_ms / 1000) })}
      </p>
    </Stage>
  )
}

interface StageProps {
  /** The primary one last. */
  actions: readonly React.ReactElement[]
  children: React.ReactNode
}

/** Keeps its height from one step to the next. */
function Stage({ actions, children }: StageProps) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex min-h-20 flex-col gap-2">{children}</div>
      <Actions>{actions}</Actions>
    </div>
  )
}

function Actions({ children }: { children: React.ReactNode }) {
  return <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>
}
