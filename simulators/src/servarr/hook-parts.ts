import type { JsonRecord } from '../kit/json.ts'
import { isoSecond } from '../kit/time.ts'
import { clientOf, type Download, languageColumn, type Release } from './downloads.ts'

/** The parts of a webhook that the managers word alike (servarr-common.md, 9). */
export function hookPlainClient(download: Download): JsonRecord {
  const client = clientOf(download.release)
  return { downloadClient: client.name, downloadClientType: client.type, downloadId: download.download_id }
}

/** Movies and series also tell how the custom formats scored. */
export function hookClient(download: Download): JsonRecord {
  return {
    ...hookPlainClient(download),
    customFormatInfo: { customFormats: [], customFormatScore: 0 },
  }
}

export function hookLibraryFile(file: {
  id: number
  size: number
  date_added: number
  release: Release
}): JsonRecord {
  const { release } = file
  return {
    id: file.id,
    quality: release.quality.quality.name,
    qualityVersion: 1,
    releaseGroup: release.release_group,
    sceneName: release.title,
    size: file.size,
    dateAdded: isoSecond(file.date_added),
    ...languageColumn(release),
  }
}

export function hookGrabbedRelease(release: Release): JsonRecord {
  return {
    quality: release.quality.quality.name,
    qualityVersion: 1,
    releaseGroup: release.release_group,
    releaseTitle: release.title,
    indexer: release.indexer,
    size: release.size,
    customFormatScore: 0,
    customFormats: [],
    ...languageColumn(release),
  }
}

/** `ManualInteractionRequired`: why an import waits for a person. */
export function hookStuck(download: Download): JsonRecord {
  const { release } = download
  return {
    downloadInfo: {
      quality: release.quality.quality.name,
      qualityVersion: 1,
      title: release.title,
      indexer: release.indexer,
      size: release.size,
    },
    ...hookClient(download),
    downloadStatus: 'Warning',
    downloadStatusMessages: [{ title: release.title, messages: download.messages }],
    release: { releaseTitle: release.title, indexer: release.indexer, size: release.size },
  }
}
