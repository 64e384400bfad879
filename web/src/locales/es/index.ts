import { catalogueOf } from '../catalogue.ts'

export default catalogueOf(
  import.meta.glob<object>(['./*.json', '!./language.json'], { eager: true, import: 'default' }),
)
