import KeyRound from 'lucide-react/icons/key-round'
import Plug from 'lucide-react/icons/plug'
import { useState } from 'react'
import { BackAnchor } from '#ui/back-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { FormSkeleton } from '#ui/form-skeleton.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { RowLink, RowList } from '#ui/row-link.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { SecretField } from '#ui/secret-field.tsx'
import { Family, Specimen, WideSpecimen } from '../specimen.tsx'

/** Lists that lead somewhere, secrets, and the end of a form. */
export function SettingsSpecimens() {
  const [kept, setKept] = useState<string | null>(null)
  const [typed, setTyped] = useState<string | null>('')
  return (
    <Family name="Settings">
      <Specimen name="Back link">
        <BackAnchor href="#back">Settings</BackAnchor>
      </Specimen>
      <Specimen name="Icon tiles">
        <IconTile>
          <Plug />
        </IconTile>
        <IconTile tone="neutral">
          <Plug />
        </IconTile>
      </Specimen>
      <WideSpecimen name="Rows that lead somewhere">
        <RowList>
          <li>
            <RowLink
              href="#instances"
              mark={
                <IconTile>
                  <Plug />
                </IconTile>
              }
              title="Instances"
              text="Radarr, Sonarr, Jellyfin, Plex and the others: connections, defaults, who may use them."
            />
          </li>
          <li>
            <RowLink
              href="#keys"
              mark={
                <IconTile>
                  <KeyRound />
                </IconTile>
              }
              title="Provider keys"
              end={<Badge tone="ok">Saved</Badge>}
            />
          </li>
        </RowList>
      </WideSpecimen>
      <WideSpecimen name="Secrets">
        <div className="flex max-w-md flex-col gap-5">
          <SecretField label="API key" name="kept" saved value={kept} onChange={setKept} />
          <SecretField
            optional
            label="Token"
            name="typed"
            hint="In Radarr under Settings, General, Security."
            error="Radarr rejected the key."
            saved={false}
            value={typed}
            onChange={setTyped}
          />
        </div>
      </WideSpecimen>
      <WideSpecimen name="The end of a form">
        <SaveRow saving={false} saved={false} />
        <SaveRow saving saved={false} />
        <SaveRow saving={false} saved label="Test and save">
          <Button>Test connection</Button>
        </SaveRow>
      </WideSpecimen>
      <WideSpecimen name="A form on its way">
        <div className="max-w-md">
          <FormSkeleton fields={2} />
        </div>
      </WideSpecimen>
    </Family>
  )
}
