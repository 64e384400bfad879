/** Names as the managers derive them. */
export function cleanTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/^(the|a|an) /, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

export function sortTitle(title: string): string {
  return title.toLowerCase().replace(/^(the|a|an) /, '')
}

export function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

/** Without what a file system refuses. */
export function folderName(title: string): string {
  return title.replaceAll(/[\\/:*?"<>|]/g, '').trim()
}

export function clockOf(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:02`
}

/** What a media scanner would report for a file of this height. */
export function mediaInfoOf(height: number | undefined, minutes: number, language: string) {
  const resolution = height ?? 0
  const width = Math.round((resolution * 16) / 9)
  return {
    audioBitrate: 640_000,
    audioChannels: 5.1,
    audioCodec: 'EAC3',
    audioLanguages: language,
    audioStreamCount: 1,
    videoBitDepth: resolution > 1080 ? 10 : 8,
    videoBitrate: 0,
    videoCodec: resolution > 1080 ? 'h265' : 'h264',
    videoFps: 23.976,
    videoDynamicRange: resolution > 1080 ? 'HDR' : '',
    videoDynamicRangeType: resolution > 1080 ? 'HDR10' : '',
    resolution: `${width}x${resolution}`,
    runTime: clockOf(minutes),
    scanType: 'Progressive',
    subtitles: 'eng',
  }
}
