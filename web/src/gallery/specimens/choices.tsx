import LayoutGrid from 'lucide-react/icons/layout-grid'
import List from 'lucide-react/icons/list'
import { useState } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { ChipChoice } from '#ui/chip-choice.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Stepper } from '#ui/stepper.tsx'
import { Switch } from '#ui/switch.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Family, Specimen, WideSpecimen } from '../specimen.tsx'

export function ChoiceSpecimens({ theme }: { theme: string }) {
  const [on, setOn] = useState(true)
  const [season, setSeason] = useState<'all' | 'next' | 'none'>('all')
  const [view, setView] = useState<'grid' | 'list'>('grid')
  const [tab, setTab] = useState('films')
  const [page, setPage] = useState(2)
  const [level, setLevel] = useState<'error' | 'warn' | 'info' | 'all'>('all')
  const [drawer, setDrawer] = useState<'all' | 'coming' | 'ready' | 'none'>('coming')
  return (
    <Family name="Choices">
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <div>
          <Checkbox label="Unchecked" />
          <Checkbox label="Checked" hint="With a sentence about it." defaultChecked />
          <Checkbox label="Disabled" disabled />
        </div>
        <div>
          <Switch label="Applies immediately" hint="Says what it does." checked={on} onChange={setOn} />
          <Switch label="Off" checked={false} onChange={() => undefined} />
          <Switch label="Disabled" checked disabled onChange={() => undefined} />
        </div>
      </div>
      <RadioGroup
        label="Which seasons"
        value={season}
        onChange={setSeason}
        choices={[
          { value: 'all', label: 'All seasons', hint: 'Eight seasons, 73 episodes.' },
          { value: 'next', label: 'Latest season' },
          { value: 'none', label: 'Not available', disabled: true },
        ]}
      />
      <WideSpecimen name="Chip choice">
        <ChipChoice
          label="Show"
          value={drawer}
          onChange={setDrawer}
          choices={[
            { value: 'all', label: 'All', count: 12 },
            { value: 'coming', label: 'On the way', count: 3 },
            { value: 'ready', label: 'In the library', count: 9 },
            { value: 'none', label: 'Not for you', disabled: true },
          ]}
        />
      </WideSpecimen>
      <Specimen name="Segmented">
        <Segmented
          label="View"
          value={view}
          onChange={setView}
          choices={[
            { value: 'grid', label: 'Posters', icon: <LayoutGrid aria-hidden /> },
            { value: 'list', label: 'List', icon: <List aria-hidden /> },
          ]}
        />
      </Specimen>
      <WideSpecimen name="Segmented, four choices">
        <Segmented
          label="Level"
          value={level}
          onChange={setLevel}
          choices={[
            { value: 'error', label: 'Fehler' },
            { value: 'warn', label: 'Warnungen' },
            { value: 'info', label: 'Info' },
            { value: 'all', label: 'Alle' },
          ]}
        />
      </WideSpecimen>
      <WideSpecimen name="Tabs">
        <Tabs
          label="Kinds"
          value={tab}
          onChange={setTab}
          tabs={['Films', 'Series', 'Books', 'Music', 'Einstellungen', 'Verlauf'].map(label => ({
            value: label.toLowerCase(),
            label,
            content: <p className="text-muted">{label} in here.</p>,
          }))}
        />
      </WideSpecimen>
      <WideSpecimen name="Stepper">
        <Stepper
          label="Delivery"
          steps={['Saved', 'Approved', 'Sent', 'Downloading', 'In the library']}
          current={3}
        />
      </WideSpecimen>
      <WideSpecimen name="Pagination">
        <Pagination label={`Pages, ${theme}`} page={page} pages={7} onChange={setPage} />
      </WideSpecimen>
    </Family>
  )
}
