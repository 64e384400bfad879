export { countOpenAsks } from './access-ask-store.ts'
export { hiddenWithoutAccess } from './access-rules.ts'
export { libraryAccessSettings } from './library-access-settings.ts'
