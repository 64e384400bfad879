import Search from 'lucide-react/icons/search'
import { Input } from './input.tsx'

/** No search takes more. */
const LONGEST = 300

interface SearchFieldProps {
  label: string
  placeholder: string
  value: string
  onType: (text: string) => void
  /** Whether one comes here to type: on a page that is this field, and shows nothing yet. */
  ready: boolean
}

/** The field that a page is about. */
export function SearchField({ label, placeholder, value, onType, ready }: SearchFieldProps) {
  return (
    <Input
      type="search"
      icon={<Search />}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      maxLength={LONGEST}
      enterKeyHint="search"
      autoComplete="off"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this field; one comes here to type
      autoFocus={ready}
      onChange={event => onType(event.target.value)}
    />
  )
}
