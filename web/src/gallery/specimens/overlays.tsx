import Ellipsis from 'lucide-react/icons/ellipsis'
import House from 'lucide-react/icons/house'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine, MenuNote } from '#ui/menu.tsx'
import { Modal } from '#ui/modal.tsx'
import { Palette } from '#ui/palette.tsx'
import { PaletteList } from '#ui/palette-list.tsx'
import { Popover } from '#ui/popover.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { Family, Specimen } from '../specimen.tsx'

type Open = 'modal' | 'dialog' | 'bottom' | 'end' | 'confirm' | 'palette' | null

export function OverlaySpecimens() {
  const [open, setOpen] = useState<Open>(null)
  const [typed, setTyped] = useState('')
  const props = (which: Open) => ({
    open: open === which,
    onOpenChange: (now: boolean) => setOpen(now ? which : null),
  })
  const body = {
    title: 'Request Severance',
    text: 'Choose what should be in the library.',
    children: <p className="text-muted">{'Season by season, or everything at once. '.repeat(12)}</p>,
    actions: (
      <>
        <Button variant="ghost" onClick={() => setOpen(null)}>
          Cancel
        </Button>
        <Button variant="primary" onClick={() => setOpen(null)}>
          Request
        </Button>
      </>
    ),
  }
  return (
    <Family name="Overlays">
      <Specimen name="On top">
        <Button onClick={() => setOpen('modal')}>Modal</Button>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('bottom')}>Bottom sheet</Button>
        <Button onClick={() => setOpen('end')}>Side sheet</Button>
        <Button onClick={() => setOpen('confirm')}>Confirm</Button>
        <Button onClick={() => setOpen('palette')}>Palette</Button>
      </Specimen>
      <Specimen name="Beside">
        <Menu trigger={<IconButton label="Overflow" icon={<Ellipsis />} variant="solid" />} align="start">
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => undefined}>
            Edit
          </MenuItem>
          <MenuItem disabled onSelect={() => undefined}>
            Not now
          </MenuItem>
          <MenuNote>Did not answer</MenuNote>
          <MenuLine />
          <MenuItem tone="danger" icon={<Trash2 aria-hidden />} onSelect={() => undefined}>
            Remove
          </MenuItem>
        </Menu>
        <Popover label="Filters" trigger={<Button>Popover</Button>}>
          <p className="text-sm text-muted">Filters go in here.</p>
        </Popover>
        <Tooltip text="14 November 2026, 20:15">
          <Button>Tooltip</Button>
        </Tooltip>
      </Specimen>
      <Modal {...props('modal')} {...body} />
      <Dialog {...props('dialog')} {...body} />
      <Sheet {...props('bottom')} {...body} />
      <Sheet {...props('end')} side="end" {...body} />
      <Confirm
        {...props('confirm')}
        title="Remove Severance?"
        confirmLabel="Remove"
        onConfirm={() => setOpen(null)}
      >
        The files stay where they are.
      </Confirm>
      <Palette {...props('palette')} title="Jump to">
        <PaletteList
          label="Jump to"
          placeholder="Pages…"
          empty={`Nothing matches “${typed}”.`}
          typed={typed}
          onTyped={setTyped}
          status=""
          entered={false}
          onEntered={() => undefined}
          onDone={() => setOpen(null)}
          sections={[
            {
              heading: 'Pages',
              source: 'page',
              items: [{ id: 'home', label: 'Home', hint: 'g h', icon: House, run: () => undefined }],
            },
          ]}
        />
      </Palette>
    </Family>
  )
}
