import { useTranslation } from 'react-i18next'
import { SearchField } from '#ui/search-field.tsx'

interface SearchFormProps {
  typed: string
  onType: (text: string) => void
  onEnter: () => void
  /** Whether to focus the field at once. */
  ready: boolean
}

export function SearchForm({ typed, onType, onEnter, ready }: SearchFormProps) {
  const { t } = useTranslation()
  return (
    <search>
      <form
        onSubmit={event => {
          event.preventDefault()
          onEnter()
        }}
      >
        <SearchField
          label={t('search.label')}
          placeholder={t('search.placeholder')}
          value={typed}
          onType={onType}
          ready={ready}
        />
      </form>
    </search>
  )
}
