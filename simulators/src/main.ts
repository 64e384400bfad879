import { startDemoWorld } from './demo.ts'

const world = await startDemoWorld()
const libraries = [world.radarr, world.radarr4k, world.sonarr, world.sonarrAnime]
const lines = [
  `tmdb         ${world.tmdb.url}  api key ${world.tmdb.api_key}`,
  ...libraries.map(library => `${library.name.padEnd(12)} ${library.url}  api key ${library.api_key}`),
]
process.stdout.write(`${lines.join('\n')}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void world.close()
  })
}
