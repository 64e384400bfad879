import { build } from 'esbuild'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `node scripts/gallery.ts <folder>`: a page with every component in every state, for the browser tests. Its styles are
 * those of the built web client, which are made from the same sources, so that no second build is needed.
 */
const WEB = fileURLToPath(new URL('../web', import.meta.url))
const BUILT_PAGE = new URL('../dist/web/index.html', import.meta.url)
const START = `
  import { startGallery } from './src/gallery/gallery.tsx'
  import { startLanguages } from './src/lib/i18n.ts'
  await startLanguages()
  startGallery(document.getElementById('root'))
`

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder that the gallery goes to.')
const styles = /<style>.*?<\/style>/s.exec(readFileSync(BUILT_PAGE, 'utf8'))?.[0]
if (!styles) throw new Error('The built page has no styles.')
await build({
  stdin: { contents: START, resolveDir: WEB },
  outfile: join(folder, 'gallery.js'),
  bundle: true,
  format: 'esm',
  target: 'es2023',
  jsx: 'automatic',
  // Languages are found by Vite. Without it there is English alone, which is enough to see every component.
  define: { 'process.env.NODE_ENV': '"production"', 'import.meta.glob': 'noFiles' },
  banner: { js: 'const noFiles = () => ({})' },
  // As in vite.config.ts: schemas do not travel to the browser.
  alias: { zod: join(WEB, 'build/zod-absent.ts') },
  logLevel: 'warning',
})
writeFileSync(
  join(folder, 'gallery.html'),
  `<!doctype html>
<html lang="en" data-theme="dark">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Gallery</title>
    ${styles}
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="gallery.js"></script>
  </body>
</html>
`,
)
