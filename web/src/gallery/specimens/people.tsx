import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Chips } from '#ui/chips.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { Scale } from '#ui/scale.tsx'
import { ShareLink } from '#ui/share-link.tsx'
import { Family, Specimen, WideSpecimen } from '../specimen.tsx'

const LINK = 'https://foyer.example/connect?token=c_3f9b2c7a1d5e4f608b7a9c2d1e0f3a4b'
const GENRES = ['Action', 'Horror', 'Krimi und Kriminalkomödie', 'Thriller', 'War'].map(label => ({
  value: label,
  label,
}))

/** Links for other devices, and limits. */
export function PeopleSpecimens() {
  const [cap, setCap] = useState<string>('PG')
  const [none, setNone] = useState<string>()
  const [genres, setGenres] = useState<readonly string[]>(['Horror', 'War'])
  const [saved, setSaved] = useState(true)
  return (
    <Family name="Links and limits">
      <Specimen name="Saved, in place">
        <Button onClick={() => setSaved(!saved)}>Save</Button>
        <SavedMark shown={saved} />
      </Specimen>
      <WideSpecimen name="Scale">
        <Scale
          label="Movies up to"
          steps={['G', 'PG', 'PG-13', 'R', 'NC-17']}
          value={cap}
          onChange={setCap}
        />
        <Scale
          label="Nothing chosen"
          steps={['0', '6', '12', '16', '18']}
          value={none}
          onChange={setNone}
          error="Choose a limit."
        />
      </WideSpecimen>
      <WideSpecimen name="Chips">
        <Chips label="Blocked genres" chips={GENRES} chosen={genres} onChange={setGenres} />
        <Chips hideLabel label="Without a label" chips={GENRES} chosen={genres} onChange={setGenres} />
      </WideSpecimen>
      <Specimen name="QR code">
        <div className="w-40">
          <QrCode value="https://foyer.example" label="QR code" />
        </div>
      </Specimen>
      <WideSpecimen name="A link to hand over">
        <div className="max-w-md">
          <ShareLink link={LINK} label="Sign-in link" title="Foyer" qrLabel="QR code of the sign-in link">
            Works once, for the next 7 days.
          </ShareLink>
        </div>
      </WideSpecimen>
      {/* Last, because headings after a page's own heading must be one level below it. */}
      <WideSpecimen name="Page header">
        <PageHeader
          title="Users"
          text="Everyone with an account."
          action={<Button variant="primary">Invite someone</Button>}
        />
      </WideSpecimen>
    </Family>
  )
}
