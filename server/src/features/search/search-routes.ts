import { searchAll } from '@foyer/contract/search'
import { type Binding, bind } from '#http/bind.ts'
import type { Search } from './search-service.ts'

export function searchRoutes(search: Search): Binding[] {
  return [bind(searchAll).to(call => search(call, call.query))]
}
