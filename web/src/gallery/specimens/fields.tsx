import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { ChipInput } from '#ui/chip-input.tsx'
import { CopyBlock } from '#ui/copy-block.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { Family } from '../specimen.tsx'

export function FieldSpecimens() {
  const [region, setRegion] = useState('de')
  const [groups, setGroups] = useState<readonly string[]>(['family', 'guests of the lower floor'])
  return (
    <Family name="Fields">
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field label="Plain">{wiring => <Input {...wiring} placeholder="Placeholder" />}</Field>
        <Field label="With a hint" hint="You sign in with this.">
          {wiring => <Input {...wiring} defaultValue="marlene" />}
        </Field>
        <Field label="With an error" error="Choose a username of 1 to 128 characters." hint="And a hint.">
          {wiring => <Input {...wiring} />}
        </Field>
        <Field label="Optional" optional>
          {wiring => <Input {...wiring} icon={<Search />} placeholder="Search" type="search" />}
        </Field>
        <Field label="Disabled">
          {wiring => <Input {...wiring} disabled defaultValue="Cannot change" />}
        </Field>
        <Field label="Password">
          {wiring => <PasswordInput {...wiring} autoComplete="off" defaultValue="correct horse" />}
        </Field>
        <Field label="Select">
          {wiring => (
            <Select
              {...wiring}
              value={region}
              onChange={setRegion}
              choices={[
                { value: 'de', label: 'Germany' },
                { value: 'fr', label: 'France' },
                { value: 'xx', label: 'Not available', disabled: true },
              ]}
            />
          )}
        </Field>
        <Field label="Select with an error" error="Pick a region.">
          {wiring => (
            <Select
              {...wiring}
              value="none"
              onChange={() => undefined}
              choices={[{ value: 'none', label: '–' }]}
            />
          )}
        </Field>
        <Field label="Text area" hint="Grows with its text.">
          {wiring => <Textarea {...wiring} placeholder="Why should this be in the library?" />}
        </Field>
        <Field label="Chips" hint="Press Enter after each.">
          {wiring => (
            <ChipInput wiring={wiring} name="groups" separator={/,/} values={groups} onChange={setGroups} />
          )}
        </Field>
        <CopyField label="Invitation link" value="https://foyer.example/connect?token=3f9b2c7a1d" />
        <CopyBlock label="Configuration" text={'{\n  "url": "https://foyer.example/mcp"\n}'} />
      </div>
    </Family>
  )
}
