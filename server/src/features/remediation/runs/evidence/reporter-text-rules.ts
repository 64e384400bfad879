/** Endings of media, archives, programs and texts, as they come in downloads. */
const FILE =
  /[^\s"'(]+\.(mkv|mp4|avi|m4v|mov|wmv|ts|iso|mp3|flac|m4a|m4b|ogg|epub|mobi|azw3?|pdf|cbz|cbr|srt|sub|nfo|rar|zip|7z|par2|exe|scr|txt|torrent|nzb)\b/i
/** Words joined by dots, as in the names of releases. */
const RELEASE = /\b[\w']+(?:\.[\w'-]+){3,}/
const ADDRESS = /\bhttps?:\/\/|\b\d{1,3}(?:\.\d{1,3}){3}\b/i
const FOLDER = /(?:^|\s)(?:\/[\w.-]+){2,}|\b[a-z]:\\/i

/**
 * Why a reporter must not be shown this text (2:4.9): they see no names of instances, files or releases. Null: nothing in
 * it looks like one. The model is asked to write it differently.
 */
export function unsafeForReporter(text: string, instance_names: readonly string[]): string | null {
  if (ADDRESS.test(text) || FOLDER.test(text)) return 'It names an address or a folder.'
  if (FILE.test(text) || RELEASE.test(text)) return 'It names a file or a release.'
  // "Movies" is also a word; nobody learns anything from it.
  const special = instance_names.filter(name => /[^a-z]/i.test(name.trim()))
  const found = special.some(name => text.toLowerCase().includes(name.trim().toLowerCase()))
  return found ? 'It names a library.' : null
}
