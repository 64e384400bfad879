import { fileURLToPath } from 'node:url'

/** Vite's program, run by our own Node rather than by whatever a shell finds. */
export const VITE = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url))
