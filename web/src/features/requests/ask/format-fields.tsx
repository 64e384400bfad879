import type { BookFormat } from '@foyer/contract/requests/requests'
import type { StatusResponse } from '@foyer/contract/title-statuses'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#ui/checkbox.tsx'
import { useStatusText } from '#ui/use-status-text.ts'
import { FORMATS } from './format-choice.ts'

interface FormatFieldsProps {
  answer: StatusResponse | undefined
  settled: readonly BookFormat[]
  chosen: readonly BookFormat[]
  onChange: (chosen: readonly BookFormat[]) => void
}

/** Ebook, audiobook or both; available formats say so and cannot be requested again. */
export function FormatFields({ answer, settled, chosen, onChange }: FormatFieldsProps) {
  const { t } = useTranslation()
  const word = useStatusText()
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1 text-sm font-medium">{t('requests.formats')}</legend>
      {FORMATS.map(format => {
        const status = answer?.book_formats?.[format]
        return (
          <Checkbox
            key={format}
            label={t(`requests.format.${format}`)}
            hint={status && status !== 'unavailable' ? word(status) : undefined}
            disabled={settled.includes(format)}
            checked={chosen.includes(format)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, format] : chosen.filter(one => one !== format))
            }
          />
        )
      })}
    </fieldset>
  )
}
