import type { RequestStatus } from '@foyer/contract/requests'
import { useTranslation } from 'react-i18next'
import { shownStatus } from '#lib/request-status.ts'
import { RadioGroup } from '#ui/radio-group.tsx'
import { useStatusWord } from '#ui/use-status-word.ts'

export interface Library {
  id: string
  name: string
  is_default: boolean
  /** Absent while nobody has said. */
  status?: { status: RequestStatus; status_known?: boolean | undefined } | undefined
}

interface LibraryFieldProps {
  libraries: readonly Library[]
  value: string
  onChange: (id: string) => void
}

/** Which library it shall go to, and what is in each of them already. */
export function LibraryField({ libraries, value, onChange }: LibraryFieldProps) {
  const { t } = useTranslation()
  const word = useStatusWord()
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
