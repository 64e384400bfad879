import type { ToolDefinition } from '../define-tool.ts'
import { executeManualImport } from './actions/execute-manual-import.ts'
import { grabRelease } from './actions/grab-release.ts'
import { remediateQueueItem } from './actions/remediate-queue-item.ts'
import { removeQueueItem } from './actions/remove-queue-item.ts'
import { rescanMedia } from './actions/rescan-media.ts'
import { searchReleases } from './actions/search-releases.ts'
import { triggerSearch } from './actions/trigger-search.ts'
import { applyProfileChange } from './configuration/apply-profile-change.ts'
import { getCustomFormats } from './configuration/get-custom-formats.ts'
import { getQualityProfiles } from './configuration/get-quality-profiles.ts'
import { previewProfileChange } from './configuration/preview-profile-change.ts'
import { upsertCustomFormat } from './configuration/upsert-custom-format.ts'
import { browseTitles } from './discovery/browse-titles.ts'
import { displayMedia } from './discovery/display-media.ts'
import { getMovieDetails } from './discovery/get-movie-details.ts'
import { getRecommendations } from './discovery/get-recommendations.ts'
import { getTrending } from './discovery/get-trending.ts'
import { getTvDetails } from './discovery/get-tv-details.ts'
import { searchBooks } from './discovery/search-books.ts'
import { searchMovieCollections } from './discovery/search-movie-collections.ts'
import { searchMovies } from './discovery/search-movies.ts'
import { searchMusic } from './discovery/search-music.ts'
import { searchTvShows } from './discovery/search-tv-shows.ts'
import { diagnoseQueueTool } from './library/diagnose-queue.ts'
import { getAlbumTimeline } from './library/get-album-timeline.ts'
import { getBookTimeline } from './library/get-book-timeline.ts'
import { getCalendar } from './library/get-calendar.ts'
import { getDiskSpace } from './library/get-disk-space.ts'
import { getEpisodeTimeline } from './library/get-episode-timeline.ts'
import { getHistory } from './library/get-history.ts'
import { getLibraryHealth } from './library/get-library-health.ts'
import { getLibrary } from './library/get-library.ts'
import { getManualImportCandidates } from './library/get-manual-import-candidates.ts'
import { getMediaFileDetails } from './library/get-media-file-details.ts'
import { getQueue } from './library/get-queue.ts'
import { getServiceConfig } from './library/get-service-config.ts'
import { listLibraryInstances } from './library/list-library-instances.ts'
import { checkRequestStatus } from './requests/check-request-status.ts'
import { getRequestOptions } from './requests/get-request-options.ts'
import { listMyRequests } from './requests/list-my-requests.ts'
import { requestMedia } from './requests/request-media.ts'

/** Every tool, in the order of 2/4.5. */
export const TOOLS: readonly ToolDefinition[] = [
  searchMovies,
  searchTvShows,
  searchMovieCollections,
  searchBooks,
  searchMusic,
  getTrending,
  browseTitles,
  getMovieDetails,
  getTvDetails,
  getRecommendations,
  displayMedia,
  checkRequestStatus,
  getRequestOptions,
  requestMedia,
  listMyRequests,
  getQueue,
  diagnoseQueueTool,
  getLibraryHealth,
  getCalendar,
  getLibrary,
  getHistory,
  getEpisodeTimeline,
  getBookTimeline,
  getAlbumTimeline,
  getMediaFileDetails,
  getServiceConfig,
  getDiskSpace,
  triggerSearch,
  searchReleases,
  grabRelease,
  removeQueueItem,
  getManualImportCandidates,
  executeManualImport,
  remediateQueueItem,
  rescanMedia,
  listLibraryInstances,
  getQualityProfiles,
  getCustomFormats,
  upsertCustomFormat,
  previewProfileChange,
  applyProfileChange,
]
