import { closeSync, ftruncateSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where the simulated movie library says that its files lie. */
export const MOVIES_AT = '/movies'

interface MovieRow {
  movieFile?: { path: string; size: number }
}

/** Files of the library's movies, as long as it says and empty: they take no room, and can be downloaded. */
export async function layOutMovies(
  root: string,
  { url, api_key }: { url: string; api_key: string },
): Promise<void> {
  const answer = await fetch(`${url}/api/v3/movie`, { headers: { 'x-api-key': api_key } })
  const movies = (await answer.json()) as MovieRow[]
  for (const { movieFile } of movies) {
    if (!movieFile?.path.startsWith(`${MOVIES_AT}/`)) continue
    const place = join(root, movieFile.path.slice(MOVIES_AT.length))
    mkdirSync(dirname(place), { recursive: true })
    const file = openSync(place, 'w')
    ftruncateSync(file, movieFile.size)
    closeSync(file)
  }
}
