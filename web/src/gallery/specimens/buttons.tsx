import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Family, Specimen } from '../specimen.tsx'

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger'] as const

export function ButtonSpecimens() {
  return (
    <Family name="Buttons">
      {VARIANTS.map(variant => (
        <Specimen key={variant} name={variant}>
          <Button variant={variant} size="sm">
            Small
          </Button>
          <Button variant={variant}>Request</Button>
          <Button variant={variant} icon={<Plus aria-hidden />}>
            With icon
          </Button>
          <Button variant={variant} loading>
            Loading
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} size="lg">
            Large
          </Button>
        </Specimen>
      ))}
      <Specimen name="Block, long words">
        <Button block variant="primary">
          Benachrichtigungseinstellungen zurücksetzen und neu anmelden
        </Button>
      </Specimen>
      <Specimen name="Link as a button">
        <LinkButton href="gallery" variant="primary">
          Go
        </LinkButton>
        <LinkButton href="gallery">Go</LinkButton>
      </Specimen>
      <Specimen name="Icon button">
        <IconButton label="More" icon={<Ellipsis />} />
        <IconButton label="More, framed" variant="solid" icon={<Ellipsis />} />
        <IconButton label="More, disabled" disabled icon={<Ellipsis />} />
      </Specimen>
      <Specimen name="Keys">
        <Kbd>Ctrl K</Kbd>
        <Kbd>?</Kbd>
        <Kbd>Esc</Kbd>
      </Specimen>
    </Family>
  )
}
