import { Logo } from '#ui/logo.tsx'
import { Family, Specimen, WideSpecimen } from '../specimen.tsx'

const SWATCHES = [
  'bg-ink',
  'bg-surface',
  'bg-raised',
  'bg-line',
  'bg-edge',
  'bg-muted',
  'bg-text',
  'bg-accent',
  'bg-ok',
  'bg-info',
  'bg-warn',
  'bg-danger',
  'bg-accent-soft',
  'bg-ok-soft',
  'bg-info-soft',
  'bg-warn-soft',
  'bg-danger-soft',
]

export function TokenSpecimens() {
  return (
    <Family name="Tokens">
      <Specimen name="Logo">
        <Logo className="size-8 text-accent" />
        <Logo className="size-14 text-accent" />
        <Logo className="size-20 text-text" />
      </Specimen>
      <Specimen name="Colours">
        {SWATCHES.map(swatch => (
          <span key={swatch} className="flex w-20 flex-col gap-1 text-xs text-muted">
            <span className={`${swatch} h-12 rounded-control border border-line`} />
            {swatch.slice(3)}
          </span>
        ))}
      </Specimen>
      <WideSpecimen name="Type">
        <p className="text-2xl font-semibold">Tonight at eight, 32</p>
        <p className="text-xl font-semibold">Tonight at eight, 24</p>
        <p className="text-lg font-semibold">Tonight at eight, 20</p>
        <p className="text-base">Tonight at eight, 16. Sonarr did not answer. Your request is saved.</p>
        <p className="text-sm text-muted">Tonight at eight, 14. We try again at 14:05.</p>
        <p className="text-xs text-muted tabular-nums">Tonight at eight, 12. 0123456789</p>
      </WideSpecimen>
    </Family>
  )
}
