import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { serviceWorker } from './build/service-worker.ts'

const VENDOR = /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|@tanstack)\//
// What only the pages of books and music use comes with them, not with the first page.
const SHARED =
  /\/web\/src\/(ui|lib)\/(?!query-(row|grid)|shelf-|library-search|manager-proxy|square-)|lucide-react/
const CONTRACT = /\/contract\/src\/(?!discover-(books|music)|(book|music)-library|book-status|manager-proxy)/
const SERVER = 'http://127.0.0.1:5454'

export default defineConfig({
  // Relative, so that one build serves any APP_BASE_PATH; the server writes <base href>.
  base: './',
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
    tailwindcss(),
    serviceWorker(),
  ],
  resolve: {
    alias: {
      // The client reads method, path and access of a route and leaves validation to the server, so the
      // schemas need not travel. Types still come from the real package.
      zod: fileURLToPath(new URL('./build/zod-absent.ts', import.meta.url)),
    },
  },
  build: {
    outDir: process.env['FOYER_WEB_OUT'] ?? '../dist/web',
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
            { name: 'vendor', test: VENDOR, priority: 2 },
            // What most pages use comes in one piece: each small file would cost a phone another round trip.
            { name: 'shared', test: SHARED, minShareCount: 6, priority: 1 },
            { name: 'contract', test: CONTRACT },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: SERVER, ws: true },
      '/ping': SERVER,
    },
  },
})
