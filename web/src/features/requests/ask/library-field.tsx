import type { RequestStatus } from '@foyer/contract/requests/requests'
import { useTranslation } from 'react-i18next'
import { shownStatus } from '#lib/request-status.ts'
import { RadioGroup } from '#ui/radio-group.tsx'
import { useStatusText } from '#ui/use-status-text.ts'

export interface Library {
  id: string
  name: string
  is_default: boolean
  /** Absent while unknown. */
  status?: { status: RequestStatus; status_known?: boolean | undefined } | undefined
}

interface LibraryFieldProps {
  libraries: readonly Library[]
  value: string
  onChange: (id: string) => void
}

/** Which library to request in, with the title's status in each. */
export function LibraryField({ libraries, value, onChange }: LibraryFieldProps) {
  const { t } = useTranslation()
  const word = useStatusText()
  function hint({ status, is_default }: Library) {
    const shown = status && shownStatus(status)
    if (shown && shown !== 'unavailable') return word(shown)
    return is_default ? t('requests.usual_library') : undefined
  }
  return (
    <RadioGroup
      label={t('requests.library')}
      value={value}
      onChange={onChange}
      choices={libraries.map(library => ({
        value: library.id,
        label: library.name,
        hint: hint(library),
      }))}
    />
  )
}
