import type { ContentFilter } from '#features/discover-screen/index.ts'
import { notAvailable, type TitleGate } from '#features/kids/index.ts'
import { type MaybeAsync, whenReady } from '#kit/maybe-async.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import type { ScreenTitle } from '#ports/rating-lookup.ts'
import {
  idOf,
  type IsHidden,
  withoutHiddenCredits,
  withoutHiddenEntries,
  withoutHiddenRows,
} from './hidden-rules.ts'
import type { CurrentHidden, HiddenSet } from './hidden-set.ts'

const parsed = (body: Ready): unknown => JSON.parse(body.bytes.toString('utf8'))

/** Null: nothing is removed. */
type Remove = (body: unknown, isHidden: IsHidden) => unknown

/** The same bytes if nothing in them is hidden; each answer is read once for a set of hidden titles. */
export function shown(hidden: HiddenSet, body: Ready, surface: string, remove: Remove): Ready {
  if (hidden.isEmpty) return body
  const forms = hidden.forms.get(body) ?? new Map<string, Ready>()
  hidden.forms.set(body, forms)
  const known = forms.get(surface)
  if (known) return known
  const rest = remove(parsed(body), hidden.isHidden)
  const form = rest === null ? body : readyJson(rest)
  forms.set(surface, form)
  return form
}

/** The catalogue without hidden titles, and then within the limits of the caller. */
export function withHidden(current: CurrentHidden, inner: ContentFilter): ContentFilter {
  const without = (
    body: Ready,
    surface: string,
    remove: Remove,
    then: (body: Ready) => MaybeAsync<Ready>,
  ): MaybeAsync<Ready> => whenReady(current(), hidden => then(shown(hidden, body, surface, remove)))

  return {
    ...inner,
    list: (caller, kind, page) =>
      without(
        page,
        `list ${kind}`,
        (body, isHidden) => withoutHiddenRows(body, kind, isHidden),
        rest => inner.list(caller, kind, rest),
      ),
    entries: (caller, kind, rows) =>
      without(
        rows,
        `entries ${kind}`,
        (body, isHidden) => withoutHiddenEntries(body, kind, isHidden),
        rest => inner.entries(caller, kind, rest),
      ),
    credits: (caller, credits) =>
      without(credits, 'credits', withoutHiddenCredits, rest => inner.credits(caller, rest)),
    /** Admins open a hidden title, to show it again. */
    detail: (caller, kind, detail) =>
      whenReady(current(), hidden => {
        const isOpen = hidden.isEmpty || caller.role === 'admin'
        if (!isOpen && hidden.isHidden(kind, idOf(parsed(detail)))) throw notAvailable()
        return inner.detail(caller, kind, detail)
      }),
  }
}

/** The same for titles that are named by their id. */
export function gateWithHidden(
  current: CurrentHidden,
  inner: TitleGate,
): Pick<TitleGate, 'isLimited' | 'allowedTitles' | 'assertAllowed'> {
  return {
    isLimited: inner.isLimited,
    async allowedTitles(viewer, titles) {
      const { isHidden } = await current()
      const rest = titles.filter(({ kind, tmdb_id }: ScreenTitle) => !isHidden(kind, tmdb_id))
      return inner.allowedTitles(viewer, rest)
    },
    async assertAllowed(viewer, title) {
      await inner.assertAllowed(viewer, title)
      if ((await current()).isHidden(title.kind, title.tmdb_id)) throw notAvailable()
    },
  }
}
