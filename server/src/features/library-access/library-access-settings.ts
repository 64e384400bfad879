import { LibraryAccessSettings } from '@foyer/contract/library-access'
import { defineSetting } from '#settings/settings.ts'

export const libraryAccessSettings = defineSetting({
  key: 'library_access',
  schema: LibraryAccessSettings,
  default: { without_access: 'ask' },
})
