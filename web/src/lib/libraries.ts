import type { AppConfig } from '@foyer/contract/app-config'

const MANAGERS = {
  movie: 'movie_manager',
  tv: 'tv_manager',
  book: 'book_manager',
  music: 'music_manager',
} as const

/** The libraries of one kind that this account may use, the usual one first. */
export function librariesFor(config: AppConfig | undefined, type: keyof typeof MANAGERS) {
  return (config?.instances ?? [])
    .filter(({ service_type }) => service_type === MANAGERS[type])
    .toSorted((a, b) => Number(b.is_default) - Number(a.is_default))
    .map(({ id, name, is_default, media_downloads }) => ({ id, name, is_default, media_downloads }))
}
