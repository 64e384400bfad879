import type { SetTopBox } from '@foyer/contract/set-top-boxes'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Link2 from 'lucide-react/icons/link-2'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import TvMinimal from 'lucide-react/icons/tv-minimal'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/menu.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import { useCheckBox, useForgetBox } from './box-api.ts'
import { BoxAccess, type People } from './box-access.tsx'
import { boxErrorText } from './box-error-text.ts'
import { EditBox } from './edit-box.tsx'
import { PairingDialog } from './pairing-dialog.tsx'

type Dialog = 'people' | 'edit' | 'pair' | 'forget'

interface BoxRowProps {
  box: SetTopBox
  known: readonly SetTopBox[]
  people: People
}

export function BoxRow({ box, known, people }: BoxRowProps) {
  const { t } = useTranslation()
  const check = useCheckBox(box.id)
  // Counts the openings, so that a pairing starts at the beginning.
  const [{ at, opened }, setState] = useState<{ at: number; opened: Dialog | null }>({ at: 0, opened: null })
  const open = (dialog: Dialog) => setState(before => ({ at: before.at + 1, opened: dialog }))
  const close = () => setState(before => ({ ...before, opened: null }))
  const { name, address, identifier } = box
  return (
    <li className="flex flex-col gap-3 px-4 py-3 sm:px-5">
      <div className="flex items-center gap-x-4">
        <IconTile>
          <TvMinimal />
        </IconTile>
        <div className="flex min-w-0 flex-1 flex-col">
          <span className="line-clamp-2 font-medium wrap-anywhere">{name}</span>
          <span className="line-clamp-2 text-sm wrap-anywhere text-muted">{address}</span>
        </div>
        <Button
          size="sm"
          className="pointer-coarse:min-h-control"
          loading={check.isPending}
          aria-label={t('set_top_boxes.check_what', { box: name })}
          onClick={() => check.mutate()}
        >
          {t('set_top_boxes.check')}
        </Button>
        <Menu trigger={<IconButton label={t('set_top_boxes.more_of', { box: name })} icon={<Ellipsis />} />}>
          <MenuItem icon={<Users aria-hidden />} onSelect={() => open('people')}>
            {t('set_top_boxes.people')}
          </MenuItem>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => open('edit')}>
            {t('set_top_boxes.edit')}
          </MenuItem>
          <MenuItem icon={<Link2 aria-hidden />} onSelect={() => open('pair')}>
            {t('set_top_boxes.pair_again')}
          </MenuItem>
          <MenuLine />
          <MenuItem tone="danger" icon={<Trash2 aria-hidden />} onSelect={() => open('forget')}>
            {t('set_top_boxes.forget')}
          </MenuItem>
        </Menu>
      </div>
      {check.isSuccess && !check.isPending && (
        <Notice tone="ok">{t('set_top_boxes.checked', { box: name })}</Notice>
      )}
      {check.error && !check.isPending && <Notice tone="danger">{boxErrorText(t, check.error)}</Notice>}
      <Modal
        open={opened === 'people'}
        onOpenChange={close}
        title={t('set_top_boxes.access.title', { box: name })}
        text={t('set_top_boxes.access.text')}
      >
        <BoxAccess box={box} people={people} dismissLabel={t('ui.cancel')} onDone={close} />
      </Modal>
      <Modal
        open={opened === 'edit'}
        onOpenChange={close}
        title={t('set_top_boxes.change.title', { box: name })}
      >
        <EditBox box={box} onDone={close} />
      </Modal>
      {address !== undefined && identifier !== undefined && (
        <PairingDialog
          key={at}
          open={opened === 'pair'}
          onOpenChange={close}
          box={{ name, address, identifier }}
          known={known}
          people={people}
        />
      )}
      <Forget box={box} open={opened === 'forget'} onClose={close} />
    </li>
  )
}

interface ForgetProps {
  box: SetTopBox
  open: boolean
  onClose: () => void
}

function Forget({ box, open, onClose }: ForgetProps) {
  const { t } = useTranslation()
  const forget = useForgetBox(box.id)
  return (
    <Confirm
      open={open}
      onOpenChange={onClose}
      title={t('set_top_boxes.forget_title', { box: box.name })}
      confirmLabel={t('set_top_boxes.forget')}
      loading={forget.isPending}
      onConfirm={() =>
        forget.mutate(undefined, {
          onSuccess: () => toast(t('set_top_boxes.forgotten', { box: box.name }), { tone: 'ok' }),
          onError: error => toast(boxErrorText(t, error), { tone: 'danger' }),
          onSettled: onClose,
        })
      }
    >
      {t('set_top_boxes.forget_text')}
    </Confirm>
  )
}
