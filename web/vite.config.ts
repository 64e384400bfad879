import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { bareRoutes } from './build/bare-routes.ts'
import { firstFrame } from './build/first-frame.ts'
import { firstLoad } from './build/first-load.ts'
import { serviceWorker } from './build/service-worker.ts'
import { spreadPreloads } from './build/spread-preloads.ts'

const standIn = (name: string) => fileURLToPath(new URL(`./build/${name}`, import.meta.url))

const VENDOR = /node_modules\/(react|react-dom|scheduler|@tanstack|i18next|react-i18next)\//
/** What pages are built of, beyond the home page. */
const PARTS = /\/web\/src\/(ui|lib)\/|\/contract\/src\/|node_modules/
const FEATURES = /\/web\/src\/features\//
const SERVER = 'http://127.0.0.1:5454'

export default defineConfig({
  // Relative, so that one build serves any APP_BASE_PATH; the server writes <base href>.
  base: './',
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
    tailwindcss(),
    bareRoutes(),
    spreadPreloads(),
    firstFrame(),
    serviceWorker(),
  ],
  resolve: {
    alias: {
      // The client reads method, path and access of a route and leaves validation to the server, so the
      // schemas need not travel. Types still come from the real package.
      zod: standIn('zod-absent.ts'),
    },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: 'assets',
    target: 'es2023',
    // Every browser with es2023 preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Unused routes of a contract slice fall away.
      treeshake: { manualPureFunctions: ['defineRoute', 'z'] },
      output: {
        codeSplitting: {
          groups: [
            // What changes only with a dependency stays in the browser's cache across our own releases.
            { name: 'vendor', test: VENDOR, priority: 3 },
            // Home comes in one piece, without what only other pages need.
            { name: firstLoad(), debugName: 'first', priority: 2 },
            // What several other pages use comes in two pieces: each small file would cost a phone another round trip.
            { name: 'shared', test: PARTS, minShareCount: 4, priority: 1 },
            { name: 'features', test: FEATURES, minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: SERVER, ws: true },
      '/ping': SERVER,
      '/metrics': SERVER,
    },
  },
})
