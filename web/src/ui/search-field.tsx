import Search from 'lucide-react/icons/search'
import { Input } from './input.tsx'

/** The server accepts no longer search. */
const MAX_LENGTH = 300

interface SearchFieldProps {
  label: string
  placeholder: string
  value: string
  onType: (text: string) => void
  /** Whether to focus the field at once: on a search page that shows nothing yet. */
  ready: boolean
}

/** The main search field of a page. */
export function SearchField({ label, placeholder, value, onType, ready }: SearchFieldProps) {
  return (
    <Input
      type="search"
      icon={<Search />}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      maxLength={MAX_LENGTH}
      enterKeyHint="search"
      autoComplete="off"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this field; one comes here to type
      autoFocus={ready}
      onChange={event => onType(event.target.value)}
    />
  )
}
