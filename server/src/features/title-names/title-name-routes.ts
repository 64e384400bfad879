import { postTitleNames } from '@foyer/contract/title-names'
import { type Binding, bind } from '#http/bind.ts'
import type { TitleNames } from './title-names.ts'

export function titleNameRoutes(titleNames: TitleNames): Binding[] {
  return [bind(postTitleNames).to(({ caller, body }) => titleNames(caller, body.items))]
}
