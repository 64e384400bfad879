import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

/** What a guide shows as printed, line by line: its blocks that are in no language. */
export function samplesOf(page: string): string[] {
  const blocks = readFileSync(join(ROOT, page), 'utf8').matchAll(/^```([^\n]*)\n(.*?)^```$/gms)
  return [...blocks].flatMap(([, language, text = '']) => (language === '' ? text.trimEnd().split('\n') : []))
}

/** A printed line without what differs from one installation to the next; every other word stays. */
export function wordingOf(line: string): string {
  return (
    line
      .replaceAll(/https?:\/\/[\w.:-]+/g, 'HOST')
      .replaceAll(/token=c_[\w-]{43}$/g, 'token=TOKEN')
      .replaceAll(/\b[0-9a-f]{32}\b/g, 'CHECKSUM')
      .replaceAll(/\d{4}-\d\d-\d\d[Tt][\d:.-]+[Zz]|\d{4}_\d\d_\d\dt[\d_]+z/g, 'TIME')
      .replaceAll(/\(\d{4}-[\w-]+\)/g, '(MIGRATION)')
      .replace(/^Foyer \S+, Node \S+$/, 'Foyer VERSION, Node VERSION')
      // The folders above a file, or above the data folder.
      .replaceAll(/(^|[ .])\.?\/(?:[\w.-]+\/)*/g, '$1/')
      .replaceAll(/\d+(?:\.\d+)?/g, '0')
  )
}
