import type { DestinationKind } from '@foyer/contract/destinations/destination'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { RowList } from '#ui/row-link.tsx'
import { KindIcon } from './kind-icon.tsx'
import { kindsOf, type Scope } from './kinds.ts'

interface KindPickerProps {
  scope: Scope
  onChoose: (kind: DestinationKind) => void
}

/** The first step of adding a destination. */
export function KindPicker({ scope, onChoose }: KindPickerProps) {
  const { t } = useTranslation()
  return (
    <RowList>
      {kindsOf(scope).map(kind => (
        <li key={kind}>
          <button
            type="button"
            onClick={() => onChoose(kind)}
            className="flex min-h-16 w-full items-center gap-4 px-4 py-3 text-start transition-colors -outline-offset-2 hover:bg-raised/60"
          >
            <KindIcon kind={kind} />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="font-medium">{t(`destinations.kind.${kind}`)}</span>
              <span className="text-sm text-muted">{t(`destinations.about.${kind}`)}</span>
            </span>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-muted rtl:-scale-x-100" />
          </button>
        </li>
      ))}
    </RowList>
  )
}
