import Search from 'lucide-react/icons/search'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/input.tsx'

interface SearchLineProps {
  label: string
  value: string
  onChange: (value: string) => void
  onSearch: () => void
  busy: boolean
}

/** A search field with a button: the search is slow, so it runs on request and not while typing. */
export function SearchLine({ label, value, onChange, onSearch, busy }: SearchLineProps) {
  const { t } = useTranslation()
  return (
    <search>
      <form
        className="flex gap-3"
        onSubmit={event => {
          event.preventDefault()
          onSearch()
        }}
      >
        <div className="min-w-0 flex-1">
          <Input
            type="search"
            icon={<Search />}
            aria-label={label}
            placeholder={label}
            value={value}
            maxLength={200}
            enterKeyHint="search"
            autoComplete="off"
            onChange={event => onChange(event.target.value)}
          />
        </div>
        <Button type="submit" loading={busy}>
          {t('tv_matches.search')}
        </Button>
      </form>
    </search>
  )
}
